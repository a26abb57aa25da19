package dev.graspd.server.app.server;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.server.app.desk.BanQuestion;
import dev.graspd.server.app.desk.HookQuestion;
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
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Webhooks of a running server: orders, a push, an issue, over real sockets (WH-1 to WH-8). */
@Timeout(180)
class HookTest {
  @TempDir Path directory;

  private final int port = Ports.reserve();
  private final URI own = URI.create("ws://127.0.0.1:" + port);
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private HttpServer receiver;
  private Server server;

  private record Received(String topic, String token, String signature, byte[] body) {
    String text() {
      return new String(body, UTF_8);
    }
  }

  @BeforeEach
  void start() throws StartRefused, IOException {
    lines.start();
    log().addAppender(lines);
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          var headers = exchange.getRequestHeaders();
          received.add(
              new Received(
                  headers.getFirst("Graspd-Event"),
                  headers.getFirst("Graspd-Delivery"),
                  headers.getFirst("Graspd-Signature"),
                  exchange.getRequestBody().readAllBytes()));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
    server = started();
  }

  @AfterEach
  void close() {
    server.close();
    receiver.stop(0);
    log().detachAppender(lines);
    assertThat(Stores.check(relay()).problems()).isEmpty();
  }

  private static Logger log() {
    return (Logger) LoggerFactory.getLogger("dev.graspd");
  }

  private Server started(String... more) throws StartRefused {
    SortedMap<String, String> environment = new TreeMap<>();
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    environment.put("NGIT_RELAY_DATA_PATH", relay().toString());
    environment.put("NGIT_GIT_DATA_PATH", directory.resolve("git").toString());
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    environment.put("NGIT_SYNC_ENABLED", "false");
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return Server.start(
        new Config(Settings.read(Sources.ofEnvironment(environment), MachineSize.current())), null);
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

  private String list(String action, String what) {
    return ask(HookQuestion.of(action, false, what).text()).text();
  }

  private DropBox.Answer add(String topics, String repositories, Optional<HookSecret> secret) {
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/path-of-the-url";
    return ask(
        new HookQuestion(HookQuestion.ADD, false, url, topics, repositories, true, secret).text());
  }

  private Received awaited(String topic) {
    Eventually.await(
        () -> received.stream().anyMatch(one -> one.topic().equals(topic)),
        () -> topic + " is missing: " + received + list(HookQuestion.LOG, ""));
    return received.stream().filter(one -> one.topic().equals(topic)).findFirst().orElseThrow();
  }

  /** As a receiver checks it. */
  private static void assertSigned(Received one, String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(US_ASCII), "HmacSHA256"));
      assertThat(one.signature())
          .isEqualTo("sha256=" + HexFormat.of().formatHex(mac.doFinal(one.body())));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private String metrics() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void pushAndIssueArriveAndSurviveARestartAndNoSecretIsShown()
      throws IOException, StartRefused, InterruptedException {
    DropBox.Answer added = add("push,issue", "demo", Optional.empty());
    assertThat(added.done()).as(added.text()).isTrue();
    String secret =
        added
            .text()
            .lines()
            .filter(line -> line.startsWith("secret: "))
            .findFirst()
            .orElseThrow()
            .substring("secret: ".length());
    assertThat(secret).hasSize(64);

    HostedRepo repo = new HostedRepo(own, ALICE, "demo");
    String commit;
    try (RelayClient client = RelayClient.connect(own)) {
      GitClient work = GitClient.init(Files.createDirectory(directory.resolve("work")));
      commit = work.commit("file", "text");
      assertThat(client.publish(repo.announcement()).accepted()).isTrue();
      assertThat(client.publish(repo.state("main", commit)).accepted()).isTrue();
      work.must("push", "-q", repo.cloneUrl(), "HEAD:refs/heads/main");
      Received push = awaited("push");
      assertThat(push.text())
          .contains("{\"ref\":\"refs/heads/main\",\"old\":null,\"new\":\"" + commit + "\"}")
          .contains("\"address\":\"" + repo.address() + "\"");
      assertSigned(push, secret);

      Event issue =
          EventBuilder.kind(1621)
              .at(Instant.now().getEpochSecond())
              .tag("a", repo.address())
              .content("it breaks")
              .signedBy(BOB);
      client.store(issue);
      assertThat(awaited("issue").text()).contains(new String(issue.json(), UTF_8));
    }
    assertThat(metrics())
        .containsPattern("ngit_hook_deliveries_total\\{result=\"delivered\"\\} [12]")
        .contains("ngit_hook_waiting 0");

    server.close();
    server = started();
    assertThat(list(HookQuestion.SEND, "1")).contains("graspd hook log 1");
    assertSigned(awaited("ping"), secret);
    server.handOver(Role.HOOKS);
    assertThat(received).extracting(Received::token).doesNotHaveDuplicates();

    Eventually.await(() -> list(HookQuestion.LOG, "1").lines().count() == 3);
    String shown =
        list(HookQuestion.LIST, "")
            + list(HookQuestion.LOG, "")
            + ask(new BanQuestion(BanQuestion.AUDIT, false, "", 0, "").text()).text();
    assertThat(shown)
        .contains("hook add hook 1 to 127.0.0.1", "delivered", "HTTP 204")
        .doesNotContain(secret);
    assertThat(List.copyOf(lines.list))
        .isNotEmpty()
        .allMatch(line -> !line.getFormattedMessage().contains(secret))
        .allMatch(line -> !line.getFormattedMessage().contains("path-of-the-url"));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(relay().resolve("data.mdb"))))
        .isEqualTo("rw-------");

    assertThat(list(HookQuestion.REMOVE, "1")).contains("hook 1 is removed");
    assertThat(list(HookQuestion.LIST, "")).isEqualTo("there is no hook");
  }

  @Test
  void ordersThatMakeNoSenseAreRefused() throws StartRefused {
    assertThat(add("push,nonsense", "", Optional.empty()).text())
        .contains("--on: 'push,nonsense'", "pull-request");
    assertThat(add("push", "npub1wrong", Optional.empty()).text()).contains("--repository");
    for (String url : List.of("ftp://ci.example/", "ws://ci.example/", "https://u@ci.example/")) {
      assertThat(
              ask(
                  new HookQuestion(
                          HookQuestion.ADD, false, url, "push", "", false, Optional.empty())
                      .text()))
          .as(url)
          .matches(answer -> !answer.done());
    }
    assertThat(list(HookQuestion.SEND, "7")).contains("there is no hook 7");
    assertThat(list(HookQuestion.REMOVE, "7")).contains("there is no hook 7");
    assertThat(list(HookQuestion.LOG, "7")).contains("there is no hook 7");
    assertThat(
            ask(new HookQuestion(
                        HookQuestion.ADD,
                        true,
                        "http://ci.example/",
                        "push",
                        "demo",
                        false,
                        Optional.empty())
                    .text())
                .text())
        .matches("\\{\"done\":true,\"id\":1,\"secret\":\"[0-9a-f]{64}\"}");
    HookSecret given = new HookSecret("given-by-operator");
    assertThat(add("push", "", Optional.of(given)).text()).doesNotContain(given.text());
    assertThat(list(HookQuestion.LIST, "")).contains("of all repositories", "any address");
    String asJson = ask(HookQuestion.of(HookQuestion.LIST, true, "").text()).text();
    assertThat(asJson)
        .contains("\"id\":2", "\"on\":[\"push\"]", "\"any_address\":true")
        .doesNotContain(given.text());

    server.close();
    server = started("NGIT_READ_ONLY", "true");
    assertThat(add("push", "", Optional.empty()).text()).contains("NGIT_READ_ONLY");
    assertThat(list(HookQuestion.LIST, "")).contains("of all repositories");
  }
}
