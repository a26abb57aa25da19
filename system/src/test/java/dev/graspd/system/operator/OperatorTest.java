package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.QuickStart;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real process as its operator meets it: starts, refusals, logs, figures, the end. */
class OperatorTest {
  private static final int REFUSED = 2;
  private static final String LOG_LINE = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z .*";

  /** One server for all who only look at it, started as test harnesses of clients start one. */
  @TempDir static Path shared;

  private static ServerProcess running;

  @TempDir Path directory;

  @BeforeAll
  static void startWithVariablesAloneAsHarnessesDo() {
    running =
        prepare(shared)
            .arguments()
            .environment("NGIT_SYNC_PLUS_ENABLED", "true")
            .environment("NGIT_NO_SUCH_KEY", "1")
            .start();
  }

  @AfterAll
  static void stop() {
    if (running != null) {
      running.close();
    }
  }

  @Test
  void switchOfTestsStopsTheStart() {
    try (ServerProcess server = prepare().jvm("-Dgraspd.failpoint=received").launch()) {
      assertThat(server.awaitExit()).isEqualTo(REFUSED);
      assertThat(refusals(server)).singleElement().asString().contains("-Dgraspd.failpoint is for");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NGIT_MAX_LIMIT | many | NGIT_MAX_LIMIT='many' (environment) is not allowed",
        "NGIT_RELAY_ACCEPT | some | grasp or all",
        "NGIT_REPOSITORY_BLACKLIST | name,npub1x | the entry 'npub1x' is wrong",
        "NGIT_PRIVATE_MODE | true | private services are not supported yet",
        "NGIT_RELAY_OWNER_NSEC | nsec1x | NGIT_RELAY_OWNER_NSEC holds no valid secret key",
        "NGIT_BIND_ADDRESS | 192.0.2.1:1 | cannot listen on 192.0.2.1:1"
      })
  void wrongSettingStopsTheStartWithOneLine(String key, String value, String text) {
    try (ServerProcess server = prepare().environment(key, value).launch()) {
      assertThat(server.awaitExit()).isEqualTo(REFUSED);
      assertThat(refusals(server)).singleElement().asString().contains(text);
      assertThat(server.output()).noneMatch(line -> line.startsWith("\tat "));
    }
  }

  @Test
  void secondProcessOnTheSameDataIsRefusedAndTheFirstGoesOn() {
    try (ServerProcess second = prepare(shared).launch()) {
      assertThat(second.awaitExit()).isEqualTo(REFUSED);
      assertThat(refusals(second))
          .singleElement()
          .asString()
          .contains("in use by another graspd (process " + running.pid() + ")");
      assertThat(get(running, "/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void portInUseIsNamed() {
    String taken = running.uri().getAuthority();
    try (ServerProcess second = prepare().environment("NGIT_BIND_ADDRESS", taken).launch()) {
      assertThat(second.awaitExit()).isEqualTo(REFUSED);
      assertThat(refusals(second))
          .singleElement()
          .asString()
          .contains("cannot listen on " + taken)
          .containsIgnoringCase("in use");
    }
  }

  @Test
  void keysShowsThePublicKeyOfTheRunningServer() {
    try (ServerProcess keys = prepare(shared).arguments("keys").launch()) {
      assertThat(keys.awaitExit()).isZero();
      List<String> lines =
          keys.output().stream().filter(line -> !line.startsWith("graspd: ")).toList();
      assertThat(lines).hasSize(3);
      assertThat(lines.getLast()).startsWith("from the file ");
      String hex = lines.get(1).substring("hex  ".length());
      assertThat(get(running, "/", "application/nostr+json").body())
          .contains("\"pubkey\":\"" + hex + "\"", "\"self\":\"" + hex + "\"");
    }
  }

  @Test
  void settingWithoutEffectIsNamedAtTheStart() {
    assertThat(running.output())
        .anyMatch(line -> line.contains("NGIT_SYNC_PLUS_ENABLED is accepted but has no effect"))
        .anyMatch(
            line -> line.contains("NGIT_NO_SUCH_KEY (environment) is not a key of this server"));
  }

  @Test
  void healthAndReadinessAreSeparatePages() {
    assertThat(get(running, "/healthz").statusCode()).isEqualTo(200);
    assertThat(get(running, "/healthz").body()).startsWith("{\"status\":\"ok\",\"npub\":\"npub1");
    assertThat(get(running, "/readyz").statusCode()).isEqualTo(200);
    assertThat(get(running, "/").statusCode()).isEqualTo(200);
  }

  @Test
  void dataOfTheReferenceServerIsLeftAlone() throws IOException {
    Path relay = Files.createDirectories(directory.resolve("relay"));
    Files.writeString(relay.resolve("data.mdb"), "theirs");
    try (ServerProcess server = prepare().launch()) {
      assertThat(server.awaitExit()).isEqualTo(REFUSED);
      assertThat(refusals(server)).singleElement().asString().contains("reference server");
    }
    assertThat(directory.resolve("git")).doesNotExist();
    assertThat(relay).isDirectoryNotContaining(path -> !path.endsWith("data.mdb"));
  }

  @Test
  void sigtermEndsInOrderAndLeavesNoFilesBehind() throws IOException {
    Path temporary = Files.createDirectories(directory.resolve("tmp"));
    Event note = EventBuilder.note("kept").signedBy(TestKeys.ALICE);
    try (ServerProcess server = prepare().jvm("-Djava.io.tmpdir=" + temporary).start();
        RelayClient client = RelayClient.connect(server.uri())) {
      client.store(note);
      assertThat(server.terminate()).isZero();
      assertThat(server.output()).last().asString().contains("graspd has ended");
      assertThat(server.output())
          .filteredOn(line -> line.contains("graspd ends: it finishes what is under way"))
          .as("a line when it is told to end, before it has ended")
          .hasSize(1);
    }
    assertThat(temporary).isEmptyDirectory();
    try (ServerProcess server = prepare().start();
        RelayClient client = RelayClient.connect(server.uri())) {
      assertThat(client.query(Texts.by(TestKeys.ALICE)).ids()).containsExactly(note.id());
    }
  }

  @Test
  void memoryBackendLeavesNothingBehind() throws IOException {
    Path temporary = Files.createDirectories(directory.resolve("tmp"));
    try (ServerProcess server =
            prepare()
                .environment("NGIT_DATABASE_BACKEND", "memory")
                .jvm("-Djava.io.tmpdir=" + temporary)
                .start();
        RelayClient client = RelayClient.connect(server.uri())) {
      client.store(EventBuilder.note("gone").signedBy(TestKeys.ALICE));
      assertThat(server.terminate()).isZero();
    }
    assertThat(temporary).isEmptyDirectory();
    assertThat(directory.resolve("relay")).doesNotExist();
    assertThat(directory.resolve("git")).doesNotExist();
  }

  @Test
  void aStartSaysOnlyWhatItMeansToSay() {
    try (ServerProcess server = prepare().start()) {
      assertThat(server.terminate()).isZero();
      assertThat(server.output()).isNotEmpty().allMatch(line -> line.matches(LOG_LINE));
    }
  }

  @Test
  void jsonLogIsOneObjectALine() {
    try (ServerProcess server = prepare().environment("NGIT_LOG_FORMAT", "json").start()) {
      assertThat(server.terminate()).isZero();
      assertThat(server.output())
          .isNotEmpty()
          .allMatch(line -> line.startsWith("{\"time\":") && line.endsWith("}"));
    }
  }

  @Test
  void metricsCountWhatHappened() {
    try (ServerProcess server = prepare().start();
        RelayClient client = RelayClient.connect(server.uri())) {
      client.store(EventBuilder.note("one").signedBy(TestKeys.ALICE));
      Event old = EventBuilder.note("old").tag("expiration", "1").signedBy(TestKeys.ALICE);
      assertThat(client.publish(old).accepted()).isFalse();
      client.query(Texts.by(TestKeys.ALICE));
      HttpResponse<String> metrics = get(server, "/metrics");
      assertThat(metrics.headers().firstValue("content-type").orElseThrow())
          .startsWith("text/plain; version=0.0.4");
      assertThat(metrics.body().lines())
          .contains(
              "ngit_websocket_connections_active 1.0",
              "ngit_websocket_connections_total 1.0",
              "ngit_websocket_unique_ips 1.0",
              "ngit_websocket_messages_received_total{type=\"EVENT\"} 2.0",
              "ngit_websocket_messages_received_total{type=\"REQ\"} 1.0",
              "ngit_websocket_messages_sent_total{type=\"OK\"} 2.0",
              "ngit_websocket_messages_sent_total{type=\"EVENT\"} 1.0",
              "ngit_websocket_messages_sent_total{type=\"EOSE\"} 1.0",
              "ngit_events_received_total{kind=\"1\"} 2.0",
              "ngit_events_stored_total{kind=\"1\"} 1.0",
              "ngit_events_rejected_total{kind=\"1\",reason=\"invalid\"} 1.0",
              "ngit_store_events 1.0",
              "ngit_query_duration_seconds_count{verb=\"REQ\"} 1")
          .anyMatch(line -> line.matches("ngit_store_commit_duration_seconds_count [1-9].*"));
    }
  }

  private ServerProcess.Builder prepare() {
    return prepare(directory);
  }

  private static ServerProcess.Builder prepare(Path directory) {
    return QuickStart.relay(directory).environment("NGIT_MIN_FREE_DISK_BYTES", "0");
  }

  private static List<String> refusals(ServerProcess server) {
    return server.output().stream().filter(line -> line.startsWith("graspd: ")).toList();
  }

  private static HttpResponse<String> get(ServerProcess server, String path) {
    return get(server, path, "*/*");
  }

  private static HttpResponse<String> get(ServerProcess server, String path, String accept) {
    URI uri = URI.create("http://" + server.uri().getAuthority() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(uri).header("Accept", accept).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
