package dev.graspd.server.web.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.web.RawHttp;
import dev.graspd.server.web.ScriptedGit;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.server.web.http.WebTimes;
import dev.graspd.server.web.route.RouteTest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that RFC 9112 forbids are refused, and the connection ends: nobody may guess. */
final class RequestHeadTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> forbidden() {
    return Stream.of(
        Arguments.of("no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400),
        Arguments.of("two Hosts", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        Arguments.of("equal Hosts", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        Arguments.of("two Hosts, 1.0", "GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        Arguments.of("a Host of two names", "GET /healthz HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
        Arguments.of("a Host with a path", "GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        Arguments.of("HTTP/9.9", "GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n", 505),
        Arguments.of("HTTP/2.0", "GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        Arguments.of("HTTP/1.2", "GET /healthz HTTP/1.2\r\nHost: a\r\n\r\n", 505),
        Arguments.of("no HTTP", "GET /healthz SPDY/1.1\r\nHost: a\r\n\r\n", 400),
        Arguments.of("fold", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n", 400),
        Arguments.of("fold, tab", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: 1\r\n\t2\r\n\r\n", 400),
        Arguments.of("fold, first", "GET /healthz HTTP/1.1\r\n X: 1\r\nHost: a\r\n\r\n", 400),
        Arguments.of(
            "too many headers",
            "GET /healthz HTTP/1.1\r\nHost: a\r\n" + "a:\r\n".repeat(200) + "\r\n",
            431));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forbidden")
  void isRefusedAndEndsTheConnection(String what, String request, int status) throws IOException {
    try (RawHttp client = new RawHttp(server)) {
      client.send(request);
      RawHttp.Answer answer = client.answer();
      assertThat(answer.status()).as(what).isEqualTo(status);
      assertThat(answer.headers()).containsEntry("access-control-allow-origin", "*");
      assertThat(client.read()).as("after it").isNegative();
    }
  }

  /** It is found however the bytes are cut into packets. */
  @Test
  void aFoldInPiecesIsFound() throws IOException {
    try (RawHttp client = new RawHttp(server)) {
      for (char c : "GET /healthz HTTP/1.1\r\nHost: a\r\nX: 1\r\n ".toCharArray()) {
        client.send(String.valueOf(c));
      }
      // In one piece, because the server may have answered and hung up already.
      client.send("2\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /healthz HTTP/1.1\r\nHost: a.example:8080\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: [2001:db8::1]:80\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n",
        "GET /healthz HTTP/1.0\r\n\r\n",
        "\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a.example/healthz HTTP/1.1\r\nHost: a.example\r\n\r\n"
      })
  void whatIsAllowedIsAnswered(String request) throws IOException {
    try (RawHttp client = new RawHttp(server)) {
      assertThat(client.send(request).answer().text()).isEqualTo("health page");
    }
  }

  /** Lines of a body may begin as they like, also when a head follows in the same packet. */
  @Test
  void aBodyMayLookLikeAFold() throws IOException {
    String body = "a\r\n b\n\tc\r\n\r\n d";
    String post = "POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n";
    String chunked = "POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunks = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    try (RawHttp client = new RawHttp(server)) {
      client.send(
          post + "\r\n" + body + chunked + chunks + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(404);
      assertThat(client.answer().status()).isEqualTo(404);
      assertThat(client.answer().text()).isEqualTo("health page");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nothing", "/healthz", "/status"})
  void aMalformedChunkEndsTheConnection(String path) throws IOException {
    try (RawHttp client = new RawHttp(server)) {
      client.send(
          "GET "
              + path
              + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"
              + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
      client.timeoutMillis(5_000);
      assertThat(client.readAll())
          .doesNotContain("health page\r\nHTTP")
          .satisfies(
              all -> assertThat(all.split("HTTP/1.1 ", -1)).as(all).hasSizeLessThanOrEqualTo(2));
    }
  }

  @Test
  void aLongBodyThatNobodyWantsIsRefusedBeforeItComes() throws IOException {
    try (RawHttp client = new RawHttp(server)) {
      client.send("POST /status HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n");
      client.timeoutMillis(5_000);
      assertThat(client.answer().status()).isEqualTo(413);
      assertThat(client.read()).isNegative();
    }
  }

  /** Beside its answer the client hears nothing, and the connection does not stay. */
  @Test
  void anUnfinishedBodyEndsTheConnection() throws IOException {
    WebTimes times = TestServer.TIMES;
    WebTimes shorter =
        new WebTimes(
            Duration.ofMillis(300),
            times.keepAlive(),
            times.pingAfter(),
            times.pongWithin(),
            times.message(),
            times.stalledOutput(),
            times.closing());
    try (TestServer hasty = TestServer.builder().times(shorter).start();
        RawHttp client = new RawHttp(hasty)) {
      client.send("POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
      assertThat(client.answer().status()).isEqualTo(404);
      client.timeoutMillis(5_000);
      assertThat(client.readAll()).as("a second answer to one request").isEmpty();
    }
  }

  /** Also when git makes the answer, which does not know of it. */
  @Test
  void anAnswerToHeadHasNoBody() throws IOException {
    ScriptedGit git =
        new ScriptedGit(exchange -> {
          try (OutputStream out = exchange.answer(200, "text/plain")) {
            out.write("body".getBytes(StandardCharsets.US_ASCII));
          }
        });
    String refs = "/" + RouteTest.NPUB + "/repo.git/info/refs?service=git-upload-pack";
    try (TestServer hosting =
            TestServer.builder().git(new GitFront(git, ExchangeLimits.DEFAULT)).start();
        RawHttp client = new RawHttp(hosting)) {
      client.send(
          "HEAD "
              + refs
              + " HTTP/1.1\r\nHost: a\r\nGit-Protocol: later\r\n\r\n"
              + "HEAD /status HTTP/1.1\r\nHost: a\r\n\r\n"
              + "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(client.readAll())
          .doesNotContain("body", "status page")
          .endsWith("\r\n\r\nhealth page");
    }
  }
}
