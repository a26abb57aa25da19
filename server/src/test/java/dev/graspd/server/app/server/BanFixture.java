package dev.graspd.server.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
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
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.Signer;
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
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that runs in this process, over real sockets, with people whom it bans. The tests of a
 * class share the server; each has keys and repositories of its own.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BanFixture {
  static final int NOT_FOUND = 404;
  static final int OK = 200;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  Path directory;

  private final int port = Ports.reserve();
  final URI own = URI.create("ws://127.0.0.1:" + port);
  private Server server;
  private int keys;
  Signer owner;
  Signer spammer;

  @BeforeAll
  void start(@TempDir Path ours) throws StartRefused {
    directory = ours;
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

  Server started(String... more) throws StartRefused {
    return started(directory, port, more);
  }

  static Server started(Path data, int port, String... more) throws StartRefused {
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

  void restart(String... more) throws StartRefused {
    server.close();
    server = started(more);
  }

  Path relay() {
    return directory.resolve("relay");
  }

  DropBox.Answer order(String action, String what, long seconds, String reason) {
    return ask(relay(), new BanQuestion(action, false, what, seconds, reason).text());
  }

  static DropBox.Answer ask(Path relay, String question) {
    try {
      return new DropBox(relay).ask(question, Duration.ofMinutes(1)).orElseThrow();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void ban(String what) {
    assertThat(order(BanQuestion.BAN, what, 0, "spam")).matches(DropBox.Answer::done);
  }

  void unban(String what) {
    assertThat(order(BanQuestion.UNBAN, what, 0, "a mistake")).matches(DropBox.Answer::done);
  }

  static String key(Signer signer) {
    return "key " + Bech32.npub(signer.publicKey());
  }

  static String event(Event event) {
    return "event " + event.id().hex();
  }

  static String repository(Signer owner, String name) {
    return "repository "
        + new RepoAddress(owner.publicKey(), Identifier.parse(name).orElseThrow()).shown();
  }

  static boolean has(RelayClient client, Event event) {
    return !client.query("{\"ids\":[\"" + event.id() + "\"]}").ids().isEmpty();
  }

  /** Counts the issues of this test's spammer. */
  long issues(RelayClient client) {
    return client.count("{\"kinds\":[1621],\"authors\":[\"" + spammer.publicKey().hex() + "\"]}");
  }

  /** Counts what somebody has said about the repository of this test's spammer. */
  long comments(RelayClient client) {
    return client.count(
        "{\"#a\":[\"30617:" + spammer.publicKey().hex() + ":bad\"],\"kinds\":[1621]}");
  }

  static Event issue(HostedRepo repo, Signer author, String text) {
    return EventBuilder.kind(1621)
        .at(HostedRepo.now())
        .tag("a", repo.address())
        .content(text)
        .signedBy(author);
  }

  int page(String path) throws IOException, InterruptedException {
    return get(path, "").statusCode();
  }

  String text(String path) throws IOException, InterruptedException {
    return get(path, "").body();
  }

  String tag(String path) throws IOException, InterruptedException {
    return get(path, "").headers().firstValue("etag").orElse("\"none\"");
  }

  /** Asks for a page that the client may have already. */
  HttpResponse<String> get(String path, String tag) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (!tag.isEmpty()) {
      request.header("If-None-Match", tag);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** A repository with a pushed commit. */
  record Hosted(HostedRepo repo, Event announcement, Event state, GitClient work) {
    boolean canBeCloned() {
      return work.run("ls-remote", "--exit-code", repo.cloneUrl()).worked();
    }
  }

  Hosted hosted(RelayClient client, Signer owner, String name) throws IOException {
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

  static String path(Signer owner, String name) {
    return "/" + Bech32.npub(owner.publicKey()) + "/" + name;
  }
}
