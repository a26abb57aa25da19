package dev.graspd.server.app.server;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.MALLORY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.server.app.desk.BanQuestion;
import dev.graspd.server.app.desk.ReloadAnswers;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.server.ops.systemd.Supervisor;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Settings that are read again by a running server, over real sockets (operations.md, A-13). */
@Timeout(180)
class ReloadTest {
  private static final String SPAMMER = Bech32.npub(MALLORY.publicKey());

  @TempDir Path directory;

  private final int port = Ports.reserve();
  private final URI own = URI.create("ws://127.0.0.1:" + port);
  private final Map<String, String> written = new ConcurrentSkipListMap<>();
  private Server server;

  @BeforeEach
  void start() throws StartRefused {
    written.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    written.put("NGIT_RELAY_DATA_PATH", relay().toString());
    written.put("NGIT_GIT_DATA_PATH", directory.resolve("git").toString());
    written.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    written.put("NGIT_SYNC_ENABLED", "false");
    server = started();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Server started() throws StartRefused {
    return Server.start(
        new Config(read()),
        null,
        new SettingsReload.Source(this::read, Supervisor.of(Map.of(), 0)));
  }

  private Settings read() throws StartRefused {
    return Settings.read(Sources.ofEnvironment(written), MachineSize.current());
  }

  private Path relay() {
    return directory.resolve("relay");
  }

  private DropBox.Answer ask(String question) {
    try {
      return new DropBox(relay()).ask(question, Duration.ofMinutes(1)).orElseThrow();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private String reload() {
    DropBox.Answer answer = ask(ReloadAnswers.QUESTION);
    assertThat(answer.done()).as(answer.text()).isTrue();
    return answer.text();
  }

  private HttpResponse<String> get(String path, String accepted)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .header("Accept", accepted)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private String page(String path) throws IOException, InterruptedException {
    return get(path, "text/html").body();
  }

  @Test
  void whatIsShownFollowsItsSettingsAtOnce() throws IOException, InterruptedException {
    String before = get("/", "text/html").headers().firstValue("ETag").orElseThrow();
    assertThat(page("/robots.txt").lines()).doesNotContain("Disallow: /");
    assertThat(get("/metrics", "*/*").statusCode()).isEqualTo(200);
    written.put("NGIT_RELAY_NAME", "a new name");
    written.put("NGIT_RELAY_CONTACT", "mailto:a@example.org");
    written.put("NGIT_WEB_ROBOTS", "none");
    written.put("NGIT_METRICS_ENABLED", "false");
    written.put("NGIT_MAX_LIMIT", "700");

    assertThat(reload().lines())
        .contains(
            "NGIT_RELAY_NAME is in force: a new name",
            "NGIT_METRICS_ENABLED is in force: false",
            "NGIT_WEB_ROBOTS is in force: none",
            "NGIT_MAX_LIMIT needs a restart; until then: 5000");

    String information = get("/", "application/nostr+json").body();
    assertThat(information)
        .contains("a new name", "mailto:a@example.org")
        .contains("\"max_limit\":5000");
    assertThat(page("/")).contains("a new name");
    assertThat(get("/", "text/html").headers().firstValue("ETag")).get().isNotEqualTo(before);
    assertThat(page("/robots.txt").lines()).contains("Disallow: /");
    assertThat(get("/metrics", "*/*").statusCode()).isEqualTo(404);

    written.put("NGIT_WEB", "off");
    assertThat(reload()).contains("NGIT_WEB is in force: off");
    assertThat(page("/")).contains("shows no pages");
    written.remove("NGIT_WEB");
    assertThat(reload()).contains("NGIT_WEB is in force: full");
    assertThat(page("/")).contains("a new name");
    written.remove("NGIT_MAX_LIMIT");
    assertThat(reload()).isEqualTo("no setting has changed");
  }

  @Test
  void wrongValueChangesNothing() throws IOException, InterruptedException {
    written.put("NGIT_RELAY_NAME", "a new name");
    written.put("NGIT_MAX_LIMIT", "many");
    written.put("NGIT_EVENT_BLACKLIST", SPAMMER);
    DropBox.Answer answer = ask(ReloadAnswers.QUESTION);
    assertThat(answer.done()).isFalse();
    assertThat(answer.text()).contains("NGIT_MAX_LIMIT='many'", "nothing has changed");
    assertThat(get("/", "application/nostr+json").body()).doesNotContain("a new name");
    assertThat(ask(new BanQuestion(BanQuestion.LIST, false, "", 0, "").text()).text())
        .isEqualTo("nothing is banned");
  }

  @Test
  void newEntryOfAListKeepsOutAtOnceAndUntilItIsGone() throws StartRefused {
    Event spam;
    try (RelayClient client = RelayClient.connect(own)) {
      HostedRepo repo = new HostedRepo(own, ALICE, "repo");
      assertThat(client.publish(repo.announcement()).accepted()).isTrue();
      Event other = new HostedRepo(own, MALLORY, "bad").announcement();
      assertThat(client.publish(other).accepted()).isTrue();
      spam = EventBuilder.kind(10_317).at(HostedRepo.now()).signedBy(MALLORY);
      client.store(spam);

      written.put("NGIT_EVENT_BLACKLIST", SPAMMER);
      assertThat(reload()).isEqualTo("NGIT_EVENT_BLACKLIST keeps out from now on: key " + SPAMMER);

      assertThat(has(client, spam)).isFalse();
      assertThat(client.publish(spam).message()).startsWith("blocked: ");
      assertThat(reload()).isEqualTo("no setting has changed");
      assertThat(
              ask(new BanQuestion(BanQuestion.UNBAN, false, "key " + SPAMMER, 0, "").text()).text())
          .contains("NGIT_EVENT_BLACKLIST", "graspd reload");

      written.remove("NGIT_EVENT_BLACKLIST");
      assertThat(reload()).isEqualTo("NGIT_EVENT_BLACKLIST no longer keeps out: key " + SPAMMER);
      assertThat(has(client, spam)).isTrue();

      written.put("NGIT_EVENT_BLACKLIST", SPAMMER);
      assertThat(reload()).contains("keeps out");
    }
    restart();
    written.remove("NGIT_EVENT_BLACKLIST");
    assertThat(reload()).isEqualTo("NGIT_EVENT_BLACKLIST needs a restart for some of its entries");
    restart();
    try (RelayClient client = RelayClient.connect(own)) {
      assertThat(has(client, spam)).isTrue();
      assertThat(ask(new BanQuestion(BanQuestion.AUDIT, false, "", 0, "").text()).text())
          .contains("NGIT_EVENT_BLACKLIST (reload)  ban", "NGIT_EVENT_BLACKLIST (start)  unban");
    }
  }

  @Test
  void readOnlyServerTakesSettingsButNoEntriesOfLists() throws StartRefused {
    written.put("NGIT_READ_ONLY", "true");
    restart();
    written.put("NGIT_EVENT_BLACKLIST", SPAMMER);
    written.put("NGIT_RELAY_NAME", "a new name");
    assertThat(reload().lines())
        .containsExactly(
            "NGIT_RELAY_NAME is in force: a new name",
            "NGIT_EVENT_BLACKLIST needs a restart: this server is read-only");
  }

  private void restart() throws StartRefused {
    server.close();
    server = started();
  }

  private static boolean has(RelayClient client, Event event) {
    return !client.query("{\"ids\":[\"" + event.id() + "\"]}").ids().isEmpty();
  }
}
