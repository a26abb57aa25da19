package dev.graspd.server.egress.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.egress.TestEgress;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.dns.Resolution;
import dev.graspd.server.net.Cidr;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import dev.graspd.testkit.ScriptedServer.Script;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebSocketDialerTest {
  private static final EgressTimes HASTY =
      new EgressTimes(
          Duration.ofSeconds(30),
          Duration.ofMillis(200),
          Duration.ofMillis(200),
          Duration.ofMillis(200));

  @Test
  void messagesGoBothWays() throws InterruptedException {
    try (ScriptedServer server = ScriptedServer.start(WebSocketDialerTest::echo);
        TestEgress egress = TestEgress.toAnywhere()) {
      Heard heard = new Heard();
      WebSocketLink link = egress.open(at(server), heard);

      for (String text : List.of("", "hello", "grüße", "x".repeat(200), "y".repeat(100_000))) {
        assertThat(link.send(text)).isTrue();
        assertThat(heard.nextText()).isEqualTo(text);
      }
    }
  }

  private static void echo(Conversation talk) throws IOException {
    talk.upgrade();
    while (true) {
      talk.sendText(talk.readFrame().text());
    }
  }

  @Test
  void requestNamesTheHostAndUsAndNothingElse() throws Exception {
    CompletableFuture<List<String>> head = new CompletableFuture<>();
    Script script =
        talk -> {
          head.complete(talk.upgrade());
          talk.drain();
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      egress.open(TestEgress.target("ws://relay.test:" + server.port() + "/a?b=c"), new Heard());

      List<String> lines = head.get(60, TimeUnit.SECONDS);
      assertThat(lines.getFirst()).isEqualTo("GET /a?b=c HTTP/1.1");
      assertThat(lines.stream().map(line -> line.replaceFirst("(?i)key: .*", "key: ")))
          .map(line -> line.toLowerCase(Locale.ROOT))
          .contains(
              "host: relay.test:" + server.port(),
              "user-agent: graspd/test",
              "sec-websocket-version: 13",
              "upgrade: websocket",
              "connection: upgrade")
          .noneMatch(line -> line.startsWith("origin") || line.startsWith("cookie"));
    }
  }

  @Test
  void whatComesRightBehindTheUpgradeIsHeard() throws InterruptedException {
    Script script =
        talk -> {
          ByteArrayOutputStream all = new ByteArrayOutputStream();
          all.writeBytes(
              Conversation.upgradeFor(talk.readHead()).getBytes(StandardCharsets.US_ASCII));
          for (int i = 0; i < 3; i++) {
            all.writeBytes(Conversation.header(0x81, 1));
            all.write('0' + i);
          }
          talk.send(all.toByteArray());
          talk.drain();
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      Heard heard = new Heard();
      egress.open(at(server), heard);

      assertThat(List.of(heard.nextText(), heard.nextText(), heard.nextText()))
          .containsExactly("0", "1", "2");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504, 521})
  void busyServersMayBeBetterNextTime(int status) {
    assertThat(failureOf(answering("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n")))
        .isEqualTo(new Failure.Busy(status));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 200, 204, 301, 302, 307, 308, 400, 401, 403, 404, 426})
  void otherStatusIsNotAWebSocketServer(int status) {
    assertThat(failureOf(answering("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n")))
        .isEqualTo(new Failure.WrongAnswer("HTTP " + status + " instead of an upgrade"));
  }

  @Test
  void redirectsAreNotFollowed() {
    try (ScriptedServer elsewhere = ScriptedServer.start(Conversation::upgrade);
        ScriptedServer server =
            ScriptedServer.start(
                answering(
                    "HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:"
                        + elsewhere.port()
                        + "/\r\nContent-Length: 0\r\n\r\n"));
        TestEgress egress = TestEgress.toAnywhere()) {
      assertThat(egress.failure(at(server))).isInstanceOf(Failure.WrongAnswer.class);
      assertThat(egress.dialled()).hasSize(1);
      assertThat(elsewhere.connections()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Upgrade: websocket; Connection: Upgrade; Sec-WebSocket-Accept: AAAA"
            + " | the upgrade lacks its proof",
        "Upgrade: websocket; Connection: Upgrade | the upgrade lacks its proof",
        "Upgrade: h2c; Connection: Upgrade; @ | an upgrade to something else",
        "Upgrade: websocket; Connection: close; @ | an upgrade to something else",
        "Connection: Upgrade; @ | an upgrade to something else",
        "Upgrade: websocket; Connection: Upgrade; @; Sec-WebSocket-Protocol: x"
            + " | a protocol that nobody asked for",
        "Upgrade: websocket; Connection: Upgrade; @; Sec-WebSocket-Extensions: x-zip"
            + " | an extension that nobody asked for",
        "Upgrade: websocket; Connection: Upgrade; @; Sec-WebSocket-Extensions: permessage-deflate"
            + " | an extension that nobody asked for",
      })
  void wrongUpgradesAreRefused(String headers, String why) {
    Script script =
        talk -> {
          String right = Conversation.upgradeFor(talk.readHead());
          String proof =
              right.lines().filter(line -> line.contains("Accept")).findFirst().orElseThrow();
          talk.send(
              "HTTP/1.1 101 Switching Protocols\r\n"
                  + headers.replace("@", proof).replace("; ", "\r\n")
                  + "\r\n\r\n");
          talk.drain();
        };

    assertThat(failureOf(script)).isEqualTo(new Failure.WrongAnswer(why));
  }

  @Test
  void serversThatDoNotSpeakHttpAreRefused() {
    assertThat(failureOf(talk -> talk.send("SSH-2.0-OpenSSH_9.6\r\n\r\n")))
        .isEqualTo(new Failure.WrongAnswer("not HTTP"));
    assertThat(failureOf(talk -> talk.send("HTTP/1.1 101 " + "x".repeat(10_000))))
        .isEqualTo(new Failure.WrongAnswer("not HTTP"));
    assertThat(
            failureOf(talk -> talk.send("HTTP/1.1 101 X\r\n" + "a: b\r\n".repeat(10_000) + "\r\n")))
        .isEqualTo(new Failure.WrongAnswer("not HTTP"));
  }

  @Test
  void silenceEndsWithTheTimeLimit() {
    assertThat(failureOf(Conversation::drain, HASTY))
        .isEqualTo(new Failure.TimedOut("WebSocket handshake"));
  }

  @Test
  void bytesNowAndThenDoNotExtendTheTimeLimit() {
    Script dribble =
        talk -> {
          talk.send("HTTP/1.1 101 X\r\n");
          while (true) {
            talk.send("a: b\r\n");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
          }
        };

    assertThat(failureOf(dribble, HASTY)).isEqualTo(new Failure.TimedOut("WebSocket handshake"));
  }

  @Test
  void cutHandshakeIsOrdinary() {
    assertThat(failureOf(Conversation::readHead))
        .isEqualTo(new Failure.Unreachable("cut before it answered"));
  }

  @Test
  void refusedConnectionIsOrdinary() {
    int port;
    try (ScriptedServer server = ScriptedServer.start(Conversation::drain)) {
      port = server.port();
    }
    try (TestEgress egress = TestEgress.toAnywhere()) {
      assertThat(egress.failure(TestEgress.target("ws://relay.test:" + port)))
          .isInstanceOf(Failure.Unreachable.class);
    }
  }

  @Test
  void nextAddressIsTriedWhenOneRefuses() {
    try (ScriptedServer server = ScriptedServer.start(WebSocketDialerTest::echo);
        TestEgress egress = TestEgress.toAnywhere()) {
      egress.resolver.with("two.test", "127.0.0.2", "127.0.0.1");

      egress.open(TestEgress.target("ws://two.test:" + server.port()), new Heard());

      assertThat(egress.dialled())
          .extracting(InetSocketAddress::getAddress)
          .containsExactly(InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.1"));
      assertThat(egress.resolver.asked()).containsExactly("two.test");
    }
  }

  @Test
  void absentNamesAndSilentResolversAreToldApart() {
    try (TestEgress egress = TestEgress.toAnywhere()) {
      egress.resolver.with("slow.test", new Resolution.NoAnswer("nothing in 5000 ms"));

      assertThat(egress.failure(TestEgress.target("wss://absent.test")))
          .isEqualTo(new Failure.NoSuchName("absent.test"));
      assertThat(egress.failure(TestEgress.target("wss://slow.test")))
          .isEqualTo(new Failure.ResolverSilent("nothing in 5000 ms"));
      assertThat(egress.dialled()).isEmpty();
    }
  }

  @Test
  void oneForbiddenAnswerIsEnough() {
    EgressRules rules = new EgressRules(false, true, List.of(Cidr.parse("127.0.0.1")), List.of());
    try (ScriptedServer server = ScriptedServer.start(WebSocketDialerTest::echo);
        TestEgress egress = TestEgress.with(rules, TestEgress.PATIENT)) {
      egress.resolver.with("mixed.test", "127.0.0.1", "10.0.0.1");

      assertThat(egress.failure(TestEgress.target("ws://mixed.test:" + server.port())))
          .isEqualTo(new Failure.Denied("private address (10.0.0.1, private)"));
      assertThat(egress.dialled()).isEmpty();

      egress.open(at(server), new Heard());
      assertThat(egress.dialled()).hasSize(1);
    }
  }

  @Test
  void plainTextAndPrivateAddressesAreForTheOperatorOnly() {
    try (ScriptedServer server = ScriptedServer.start(WebSocketDialerTest::echo);
        TestEgress egress = TestEgress.with(EgressRules.STRICT, TestEgress.PATIENT)) {
      String url = "ws://relay.test:" + server.port();

      assertThat(egress.failure(TestEgress.target(url, NamedBy.STRANGER)))
          .isEqualTo(new Failure.Denied("no plain text (no TLS)"));
      assertThat(server.connections()).isZero();

      egress.open(TestEgress.target(url, NamedBy.OPERATOR), new Heard());
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  private static Target at(ScriptedServer server) {
    return TestEgress.target("ws://relay.test:" + server.port());
  }

  private static Script answering(String answer) {
    return talk -> {
      talk.readHead();
      talk.send(answer);
      talk.drain();
    };
  }

  private static Failure failureOf(Script script) {
    return failureOf(script, TestEgress.PATIENT);
  }

  private static Failure failureOf(Script script, EgressTimes times) {
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.with(TestEgress.ANY, times)) {
      return egress.failure(at(server));
    }
  }
}
