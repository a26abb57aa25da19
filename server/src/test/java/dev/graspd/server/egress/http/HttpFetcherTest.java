package dev.graspd.server.egress.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.egress.TestEgress;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dial.Failure;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import dev.graspd.testkit.ScriptedServer.Script;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HttpFetcherTest {
  private static final EgressTimes HASTY =
      new EgressTimes(
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofMillis(300));

  @Test
  void documentOfARelayIsFetched() throws Exception {
    CompletableFuture<List<String>> head = new CompletableFuture<>();
    Script script =
        talk -> {
          head.complete(talk.readHead());
          talk.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          talk.send("5\r\n{\"a\":\r\n2\r\n1}\r\n0\r\n\r\n");
          talk.drain();
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      assertThat(bodyOf(egress.fetch(TestEgress.target("ws://relay.test:" + server.port()))))
          .isEqualTo("{\"a\":1}");
      assertThat(head.get(60, TimeUnit.SECONDS))
          .contains("GET / HTTP/1.1")
          .anyMatch(line -> line.equalsIgnoreCase("host: relay.test:" + server.port()))
          .anyMatch(line -> line.equalsIgnoreCase("accept: application/nostr+json"))
          .anyMatch(line -> line.equalsIgnoreCase("user-agent: graspd/test"));
    }
  }

  @Test
  void largestDocumentIsFetched() {
    assertThat(
            bodyOf(
                answerTo(
                    "HTTP/1.1 200 OK\r\nContent-Length: 262144\r\n\r\n" + "x".repeat(262_144))))
        .hasSize(262_144);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "301 Moved; Location: http://127.0.0.1/; Content-Length: 0 | wrong answer: HTTP 301",
        "404 Not Found; Content-Length: 0 | wrong answer: HTTP 404",
        "206 Partial; Content-Length: 0 | wrong answer: HTTP 206",
        "429 Slow; Content-Length: 0 | HTTP 429",
        "503 Busy; Content-Length: 0 | HTTP 503",
        "200 OK; Content-Encoding: gzip; Content-Length: 0"
            + " | wrong answer: an encoding that nobody asked for",
      })
  void otherAnswersAreNone(String head, String failure) {
    assertThat(failureOf(answerTo("HTTP/1.1 " + head.replace("; ", "\r\n") + "\r\n\r\n")).text())
        .isEqualTo(failure);
  }

  @Test
  void endlessDocumentIsCut() {
    Script script =
        talk -> {
          talk.readHead();
          talk.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          while (true) {
            talk.send("2000\r\n" + "x".repeat(0x2000) + "\r\n");
          }
        };
    assertThat(failureOf(fetch(script, TestEgress.PATIENT)))
        .isEqualTo(new Failure.WrongAnswer("more than 262144 bytes"));
  }

  @Test
  void halfADocumentIsNone() {
    Script script =
        talk -> {
          talk.readHead();
          talk.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        };
    assertThat(failureOf(fetch(script, TestEgress.PATIENT)))
        .isInstanceOf(Failure.Unreachable.class);
  }

  @Test
  void whatIsNotHttpIsNone() {
    assertThat(failureOf(answerTo("220 mail.example.com ESMTP\r\n\r\n")))
        .isEqualTo(new Failure.WrongAnswer("not HTTP"));
  }

  @Test
  void timeIsLimitedAsAWhole() {
    Script dribble =
        talk -> {
          talk.readHead();
          talk.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
          while (true) {
            talk.send("x");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
          }
        };
    Failure timedOut = new Failure.TimedOut("fetching a document");

    assertThat(failureOf(fetch(dribble, HASTY))).isEqualTo(timedOut);
    assertThat(failureOf(fetch(Conversation::drain, HASTY))).isEqualTo(timedOut);
  }

  @Test
  void addressesAreCheckedHereToo() {
    try (ScriptedServer server = ScriptedServer.start(Conversation::drain);
        TestEgress egress = TestEgress.with(EgressRules.STRICT, TestEgress.PATIENT)) {
      assertThat(failureOf(egress.fetch(TestEgress.target("wss://relay.test:" + server.port()))))
          .isEqualTo(new Failure.Denied("private address (127.0.0.1, loopback)"));
      assertThat(egress.dialled()).isEmpty();
      assertThat(server.connections()).isZero();
    }
  }

  private static FetchResult answerTo(String answer) {
    return fetch(
        talk -> {
          talk.readHead();
          talk.send(answer);
          talk.drain();
        },
        TestEgress.PATIENT);
  }

  private static FetchResult fetch(Script script, EgressTimes times) {
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.with(TestEgress.ANY, times)) {
      return egress.fetch(TestEgress.target("ws://relay.test:" + server.port()));
    }
  }

  private static String bodyOf(FetchResult result) {
    return switch (result) {
      case FetchResult.Fetched(var body) -> new String(body, StandardCharsets.UTF_8);
      case FetchResult.Failed(var failure) -> throw new AssertionError(failure.text());
    };
  }

  private static Failure failureOf(FetchResult result) {
    return switch (result) {
      case FetchResult.Fetched(var body) ->
          throw new AssertionError("fetched " + body.length + " bytes");
      case FetchResult.Failed(var failure) -> failure;
    };
  }
}
