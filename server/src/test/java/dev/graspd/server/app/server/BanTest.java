package dev.graspd.server.app.server;

import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.app.desk.BanQuestion;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bans on a running server, over real sockets (operations.md, A-3, A-4, A-5). The tests share one
 * server; each has keys and repositories of its own.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BanTest {
  private static final int PUBLISHERS = 8;
  private static final int NOT_FOUND = 404;
  private static final int OK = 200;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir static Path directory;

  private final int port = Ports.reserve();
  private final URI own = URI.create("ws://127.0.0.1:" + port);
  private Server server;
  private int keys;
  private Signer owner;
  private Signer spammer;

  @BeforeAll
  void start() throws StartRefused {
    server = started();
  }

  @BeforeEach
  void newKeys() {
    keys++;
    owner = Signer.named("owner " + keys);
    spammer = Signer.named("spammer " + keys);
  }

  @AfterAll
  void close() {
    server.close();
    assertThat(Stores.check(relay()).problems()).isEmpty();
  }

  private Server started(String... more) throws StartRefused {
    return started(directory, port, more);
  }

  private static Server started(Path data, int port, String... more) throws StartRefused {
    SortedMap<String, String> environment = new TreeMap<>();
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    environment.put("NGIT_RELAY_DATA_PATH", data.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", data.resolve("git").toString());
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    environment.put("NGIT_SYNC_ENABLED", "false");
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return Server.start(
        new Config(Settings.read(Sources.ofEnvironment(environment), MachineSize.current())), null);
  }

  private void restart(String... more) throws StartRefused {
    server.close();
    server = started(more);
  }

  private Path relay() {
    return directory.resolve("relay");
  }

  private DropBox.Answer order(String action, String what, long seconds, String reason) {
    return ask(relay(), new BanQuestion(action, false, what, seconds, reason).text());
  }

  private static DropBox.Answer ask(Path relay, String question) {
    try {
      return new DropBox(relay).ask(question, Duration.ofMinutes(1)).orElseThrow();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void ban(String what) {
    assertThat(order(BanQuestion.BAN, what, 0, "spam")).matches(DropBox.Answer::done);
  }

  private void unban(String what) {
    assertThat(order(BanQuestion.UNBAN, what, 0, "a mistake")).matches(DropBox.Answer::done);
  }

  private static String key(Signer signer) {
    return "key " + Bech32.npub(signer.publicKey());
  }

  private static String event(Event event) {
    return "event " + event.id().hex();
  }

  private static String repository(Signer owner, String name) {
    return "repository "
        + new RepoAddress(owner.publicKey(), Identifier.parse(name).orElseThrow()).shown();
  }

  private static boolean has(RelayClient client, Event event) {
    return !client.query("{\"ids\":[\"" + event.id() + "\"]}").ids().isEmpty();
  }

  /** Counts the issues of this test's spammer. */
  private long issues(RelayClient client) {
    return client.count("{\"kinds\":[1621],\"authors\":[\"" + spammer.publicKey().hex() + "\"]}");
  }

  /** Counts what somebody has said about the repository of this test's spammer. */
  private long comments(RelayClient client) {
    return client.count(
        "{\"#a\":[\"30617:" + spammer.publicKey().hex() + ":bad\"],\"kinds\":[1621]}");
  }

  private static Event issue(HostedRepo repo, Signer author, String text) {
    return EventBuilder.kind(1621)
        .at(HostedRepo.now())
        .tag("a", repo.address())
        .content(text)
        .signedBy(author);
  }

  private int page(String path) throws IOException, InterruptedException {
    return get(path, "").statusCode();
  }

  private String text(String path) throws IOException, InterruptedException {
    return get(path, "").body();
  }

  private String tag(String path) throws IOException, InterruptedException {
    return get(path, "").headers().firstValue("etag").orElse("\"none\"");
  }

  /** Asks for a page that the client may have already. */
  private HttpResponse<String> get(String path, String tag)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (!tag.isEmpty()) {
      request.header("If-None-Match", tag);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** A repository with a pushed commit. */
  private record Hosted(HostedRepo repo, Event announcement, Event state, GitClient work) {
    boolean canBeCloned() {
      return work.run("ls-remote", "--exit-code", repo.cloneUrl()).worked();
    }
  }

  private Hosted hosted(RelayClient client, Signer owner, String name) throws IOException {
    GitClient work =
        GitClient.init(Files.createDirectory(directory.resolve("work-" + keys + "-" + name)));
    HostedRepo repo = new HostedRepo(own, owner, name);
    Event announcement = repo.announcement();
    Event state = repo.state("main", work.commit("file", "text of " + name));
    assertThat(client.publish(announcement).accepted()).isTrue();
    assertThat(client.publish(state).accepted()).isTrue();
    work.must("push", "-q", repo.cloneUrl(), "HEAD:refs/heads/main");
    return new Hosted(repo, announcement, state, work);
  }

  private static String path(Signer owner, String name) {
    return "/" + Bech32.npub(owner.publicKey()) + "/" + name;
  }

  @Test
  void bannedEventIsGoneAndBackAfterUnban() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      Event issue = issue(hosted.repo(), spammer, "spam");
      client.store(issue);

      ban(event(issue));
      assertThat(has(client, issue)).isFalse();
      assertThat(issues(client)).isZero();
      assertThat(client.publish(issue).message()).startsWith("blocked: ");

      unban(event(issue));
      assertThat(has(client, issue)).isTrue();
    }
  }

  @Test
  void bannedEventIsFoundAndShownNowhereUntilItIsBack() throws IOException, InterruptedException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      String word = "word" + spammer.publicKey().hex().substring(0, 12);
      Event issue = issue(hosted.repo(), spammer, word);
      client.store(issue);
      String search = "{\"search\":\"" + word + "\"}";
      Eventually.await(() -> client.query(search).ids().contains(issue.id()));
      String path = path(owner, "repo");
      List<String> pages =
          List.of(
              path + "/issues/" + issue.id(),
              "/event/" + issue.id(),
              "/api/v1/repositories" + path + "/issues/" + issue.id(),
              "/api/v1/events/" + issue.id());
      List<String> lists =
          List.of(
              path + "/issues",
              path + "/feed/issues.atom",
              "/api/v1/repositories" + path + "/issues",
              "/search?q=" + word + "&type=issues");
      for (String page : pages) {
        assertThat(page(page)).as(page).isEqualTo(OK);
      }
      Map<String, String> tags = new TreeMap<>();
      for (String list : lists) {
        tags.put(list, tag(list));
        assertThat(text(list)).as(list).contains(issue.id().hex());
      }

      ban(event(issue));

      assertThat(client.query(search).ids()).isEmpty();
      for (String page : pages) {
        assertThat(page(page)).as(page).isEqualTo(NOT_FOUND);
      }
      for (String list : lists) {
        assertThat(get(list, tags.get(list)).statusCode()).as(list).isEqualTo(OK);
        assertThat(text(list)).as(list).doesNotContain(issue.id().hex());
      }

      unban(event(issue));

      Eventually.await(() -> client.query(search).ids().contains(issue.id()));
      for (String page : pages) {
        assertThat(page(page)).as(page).isEqualTo(OK);
      }
    }
  }

  @Test
  void bannedKeyIsGoneEverywhereAndBackAfterUnban()
      throws IOException, InterruptedException, StartRefused {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted theirs = hosted(client, spammer, "bad");
      Hosted other = hosted(client, owner, "good");
      Event spam = issue(other.repo(), spammer, "spam");
      Event comment = issue(theirs.repo(), BOB, "about it");
      client.store(spam, comment);
      String page = path(spammer, "bad");
      assertThat(page(page)).isEqualTo(OK);

      ban(key(spammer));

      for (Event event : List.of(theirs.announcement(), theirs.state(), spam, comment)) {
        assertThat(has(client, event)).as("kind %s", event.kind()).isFalse();
      }
      assertThat(theirs.canBeCloned()).isFalse();
      assertThat(page(page)).isEqualTo(NOT_FOUND);
      assertThat(page("/")).isEqualTo(OK);
      assertThat(other.canBeCloned()).isTrue();
      assertThat(client.publish(issue(other.repo(), spammer, "again")).message())
          .startsWith("blocked: ");
      assertThat(client.publish(theirs.announcement()).message()).startsWith("blocked: ");
    }
    restart();
    try (RelayClient client = RelayClient.connect(own)) {
      assertThat(client.count("{\"authors\":[\"" + spammer.publicKey().hex() + "\"]}")).isZero();
      assertThat(page(path(spammer, "bad"))).isEqualTo(NOT_FOUND);
      assertThat(order(BanQuestion.LIST, "", 0, "").text())
          .contains(key(spammer), "in force", "spam", "without an end");

      unban(key(spammer));

      assertThat(client.count("{\"authors\":[\"" + spammer.publicKey().hex() + "\"]}"))
          .isEqualTo(3);
      Eventually.await(() -> issues(client) == 1 && comments(client) == 1);
      assertThat(page(path(spammer, "bad"))).isEqualTo(OK);
      assertThat(new HostedRepo(own, spammer, "bad").cloneUrl())
          .satisfies(url ->
              assertThat(GitClient.at(directory).run("ls-remote", "--exit-code", url).worked())
                  .isTrue());
      assertThat(order(BanQuestion.LIST, "", 0, "").text()).doesNotContain(key(spammer));
    }
  }

  @Test
  void bannedRepositoryIsGoneAndItsOwnerStays() throws IOException, InterruptedException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted bad = hosted(client, owner, "bad");
      Hosted good = hosted(client, owner, "good");

      ban(repository(owner, "bad"));

      assertThat(has(client, bad.announcement())).isFalse();
      assertThat(has(client, bad.state())).isFalse();
      assertThat(bad.canBeCloned()).isFalse();
      assertThat(page(path(owner, "bad"))).isEqualTo(NOT_FOUND);
      assertThat(client.publish(bad.repo().announcement()).message()).startsWith("blocked: ");
      assertThat(good.canBeCloned()).isTrue();
      assertThat(
              ask(relay(), "restore " + repository(owner, "bad").substring("repository ".length())))
          .matches(answer -> !answer.done());
      assertThat(bad.canBeCloned()).as("restored beside the ban").isFalse();

      unban(repository(owner, "bad"));

      assertThat(has(client, bad.announcement())).isTrue();
      assertThat(has(client, bad.state())).isTrue();
      assertThat(bad.canBeCloned()).isTrue();
      assertThat(page(path(owner, "bad"))).isEqualTo(OK);
    }
  }

  @Test
  void refOfABannedPullRequestGoesAndComesBack() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      String commit = hosted.work().commit("other", "proposal");
      Event request = hosted.repo().pullRequest(spammer, commit);
      String ref = "refs/nostr/" + request.id().hex();
      assertThat(client.publish(request).accepted()).isTrue();
      hosted.work().must("push", "-q", hosted.repo().cloneUrl(), "HEAD:" + ref);
      assertThat(refs(hosted)).contains(ref);

      ban(event(request));
      assertThat(has(client, request)).isFalse();
      assertThat(refs(hosted)).doesNotContain(ref);

      unban(event(request));
      assertThat(has(client, request)).isTrue();
      assertThat(refs(hosted)).contains(ref);
    }
  }

  private static String refs(Hosted hosted) {
    return hosted.work().must("ls-remote", hosted.repo().cloneUrl());
  }

  @Test
  void nothingOfAKeyIsAcceptedOrServedAfterTheAnswer() throws Exception {
    ConcurrentLinkedQueue<EventId> acceptedLate = new ConcurrentLinkedQueue<>();
    AtomicBoolean answered = new AtomicBoolean();
    AtomicBoolean over = new AtomicBoolean();
    try (RelayClient client = RelayClient.connect(own);
        RelayClient listener = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      RelayClient.Subscription live =
          listener.subscribe(
              "{\"kinds\":[1621],\"authors\":[\"" + spammer.publicKey().hex() + "\"]}");
      var _ = live.stored();
      List<Thread> publishers = new ArrayList<>();
      for (int i = 0; i < PUBLISHERS; i++) {
        int number = i;
        publishers.add(
            Thread.ofVirtual()
                .start(() -> publish(hosted.repo(), number, over, answered, acceptedLate)));
      }
      Eventually.await(() -> issues(client) > 2 * PUBLISHERS);

      ban(key(spammer));
      answered.set(true);
      assertThat(issues(client)).isZero();
      long until = System.nanoTime() + Duration.ofMillis(300).toNanos();
      Eventually.await(() -> System.nanoTime() > until);
      assertThat(issues(client)).isZero();
      over.set(true);
      for (Thread publisher : publishers) {
        publisher.join();
      }
      assertThat(acceptedLate).isEmpty();
      assertThat(issues(client)).isZero();
    }
  }

  private void publish(
      HostedRepo repo,
      int number,
      AtomicBoolean over,
      AtomicBoolean answered,
      ConcurrentLinkedQueue<EventId> acceptedLate) {
    try (RelayClient client = RelayClient.connect(own)) {
      for (int i = 0; !over.get(); i++) {
        boolean isLate = answered.get();
        Event event = issue(repo, spammer, number + " " + i);
        Answer.Ok ok = client.publish(event);
        if (isLate && ok.accepted()) {
          acceptedLate.add(event.id());
        }
      }
    }
  }

  @Test
  void ephemeralEventsOfABannedKeyArePassedToNobody() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      ban(key(spammer));
      Event passing =
          EventBuilder.kind(20_001)
              .at(HostedRepo.now())
              .tag("a", hosted.repo().address())
              .signedBy(spammer);
      assertThat(client.publish(passing).message()).startsWith("blocked: ");
    }
  }

  @Test
  void banWithAnEndIsLiftedByItself() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      Event issue = issue(hosted.repo(), spammer, "spam");
      client.store(issue);
      assertThat(order(BanQuestion.BAN, key(spammer), 1, "a while").text()).contains(" until 20");
      assertThat(has(client, issue)).isFalse();
      Eventually.await(() -> has(client, issue));
      Eventually.await(() -> !order(BanQuestion.LIST, "", 0, "").text().contains(key(spammer)));
      assertThat(order(BanQuestion.AUDIT, "", 0, "").text())
          .contains("uid ", "(cli)  ban " + key(spammer), "this server (timer)  unban");
    }
  }

  @Test
  void ordersThatMakeNoSenseAreRefusedAndRecorded() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      assertThat(order(BanQuestion.BAN, event(hosted.announcement()), 0, ""))
          .matches(answer -> !answer.done())
          .extracting(DropBox.Answer::text)
          .asString()
          .contains("graspd ban repository npub1");
      assertThat(order(BanQuestion.UNBAN, key(spammer), 0, "").text()).contains("is not banned");
      assertThat(order(BanQuestion.BAN, "key nobody", 0, "")).matches(answer -> !answer.done());
      assertThat(order(BanQuestion.BAN, key(spammer), 0, "x".repeat(257)).text())
          .contains("256 characters");
      assertThat(order(BanQuestion.BAN, key(spammer), 0, "ü".repeat(256)))
          .matches(DropBox.Answer::done);
      assertThat(order(BanQuestion.AUDIT, "", 0, "").text()).contains("refused: ");
    }
  }

  @Test
  void whatTheConfigurationKeepsOutIsUndoneOnlyThere() throws StartRefused {
    restart("NGIT_EVENT_BLACKLIST", Bech32.npub(spammer.publicKey()));
    assertThat(order(BanQuestion.UNBAN, key(spammer), 0, "").text())
        .contains("NGIT_EVENT_BLACKLIST");
    ban(key(spammer));
    assertThat(order(BanQuestion.UNBAN, key(spammer), 0, ""))
        .matches(DropBox.Answer::done)
        .extracting(DropBox.Answer::text)
        .asString()
        .contains("NGIT_EVENT_BLACKLIST still keeps it out");
  }

  @Test
  void plainRelayBansEventsAndKeysToo() throws StartRefused {
    Path data = directory.resolve("plain");
    int plainPort = Ports.reserve();
    Server plain = started(data, plainPort, "NGIT_RELAY_ACCEPT", "all");
    try (RelayClient client = RelayClient.connect(URI.create("ws://127.0.0.1:" + plainPort))) {
      Event note = EventBuilder.note("spam").at(HostedRepo.now()).signedBy(spammer);
      client.store(note);
      String ban = new BanQuestion(BanQuestion.BAN, false, key(spammer), 0, "").text();
      assertThat(ask(data.resolve("relay"), ban)).matches(DropBox.Answer::done);
      assertThat(has(client, note)).isFalse();
      assertThat(client.publish(note).accepted()).isFalse();
      String unban = new BanQuestion(BanQuestion.UNBAN, false, key(spammer), 0, "").text();
      assertThat(ask(data.resolve("relay"), unban)).matches(DropBox.Answer::done);
      assertThat(has(client, note)).isTrue();
    } finally {
      plain.close();
    }
  }
}
