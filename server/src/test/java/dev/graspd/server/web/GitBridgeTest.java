package dev.graspd.server.web;

import static dev.graspd.server.web.git.GitScripts.TYPE;
import static dev.graspd.server.web.git.GitScripts.gzip;
import static dev.graspd.server.web.git.GitScripts.noise;
import static dev.graspd.server.web.git.GitScripts.serve;
import static dev.graspd.server.web.git.GitScripts.unchecked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.web.git.GitScripts;
import dev.graspd.server.web.route.RouteTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of git as bytes on a socket, and what the port makes of them. */
final class GitBridgeTest {
  @Test
  void aBodyIsEchoedWithTheHeadersOfGit() throws Exception {
    byte[] body = noise(3_000_000);
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      Background.send(() -> unchecked(() -> client.post(body)));
      RawHttp.Answer answer = client.answer();

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(body);
      assertThat(answer.headers())
          .containsEntry("content-type", TYPE)
          .containsEntry("cache-control", "no-cache, max-age=0, must-revalidate")
          .containsEntry("expires", "Fri, 01 Jan 1980 00:00:00 GMT")
          .containsEntry("pragma", "no-cache")
          .containsEntry("access-control-allow-origin", "*")
          .containsEntry("access-control-allow-methods", "GET, POST, OPTIONS, HEAD")
          .containsKey("access-control-allow-headers");
    }
  }

  @Test
  void theConnectionCanBeUsedAgain() throws Exception {
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      for (int i = 0; i < 20; i++) {
        byte[] body = noise(i * 1_000);
        assertThat(client.post(body).answer().body()).isEqualTo(body);
      }
      client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.answer().text()).isEqualTo("health page");
    }
  }

  @Test
  void requestsThatComeEarlyAreAnsweredInOrder() throws Exception {
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (String body : new String[] {"one", "two", "three"}) {
        all.writeBytes(
            (RawHttp.head("HTTP/1.1", body.length()) + body).getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(
            "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      client.send(all.toByteArray());

      for (String body : new String[] {"one", "two", "three"}) {
        assertThat(client.answer().text()).isEqualTo(body);
        assertThat(client.answer().text()).isEqualTo("health page");
      }
    }
  }

  @Test
  void aBodyInChunksIsUnderstood() throws Exception {
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", -1, "Transfer-Encoding: chunked"));
      client.send("3\r\nabc\r\n").send("10\r\n0123456789abcdef\r\n0\r\n\r\n");

      assertThat(client.answer().text()).isEqualTo("abc0123456789abcdef");
    }
  }

  @Test
  void anOldClientGetsItsAnswerUntilTheEndOfTheConnection() throws Exception {
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.0", 5)).send("hello");
      RawHttp.Answer answer = client.answer();

      assertThat(answer.text()).isEqualTo("hello");
      assertThat(answer.headers()).doesNotContainKey("transfer-encoding");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "GZIP"})
  void aCompressedBodyIsInflated(String encoding) throws Exception {
    byte[] body = "want this and that\n".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      assertThat(client.post(gzip(body), "Content-Encoding: " + encoding).answer().body())
          .isEqualTo(body);
    }
  }

  @Test
  void anotherEncodingIsRefused() throws Exception {
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      assertThat(client.post(new byte[9], "Content-Encoding: br").answer().status()).isEqualTo(415);
    }
  }

  @Test
  void anAnswerBeforeTheBodyWasReadReachesTheClient() throws Exception {
    try (TestServer server = serve(exchange -> exchange.refuse(503, "busy"));
        RawHttp client = new RawHttp(server)) {
      // More than sockets and pipe hold together: it must be taken while nobody wants it.
      client.post(new byte[40 << 20]);
      RawHttp.Answer answer = client.answer();

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text()).isEqualTo("busy\n");
      assertThat(answer.headers())
          .containsEntry("retry-after", "5")
          .containsEntry("access-control-allow-origin", "*");
      assertThat(client.post(new byte[10]).answer().status()).isEqualTo(503);
    }
  }

  @Test
  void aClientThatAsksFirstIsToldToGoOn() throws Exception {
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", 5, "Expect: 100-continue"));
      assertThat(client.answer().status()).isEqualTo(100);
      client.send("hello");
      assertThat(client.answer().text()).isEqualTo("hello");
      assertThat(client.post(new byte[3]).answer().body()).hasSize(3);
    }
  }

  @Test
  void aClientThatAsksFirstMayBeToldNo() throws Exception {
    try (TestServer server = serve(exchange -> exchange.refuse(413, "too large"));
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", 1L << 40, "Expect: 100-continue"));
      RawHttp.Answer answer = client.answer();

      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.headers()).containsEntry("connection", "close");
      assertThat(client.readToTheEnd()).isZero();
    }
  }

  @Test
  void refsAreAnsweredAndHeadMirrorsGet() throws Exception {
    String path = "/" + RouteTest.NPUB + "/repo.git/info/refs?service=git-upload-pack";
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nGit-Protocol: version=2\r\n\r\n");
      RawHttp.Answer got = client.answer();
      client.send(
          "HEAD "
              + path
              + " HTTP/1.1\r\nHost: a\r\nGit-Protocol: version=2\r\n"
              + "Connection: close\r\n\r\n");
      String head = head(client);

      assertThat(got.text()).isEqualTo("git-upload-pack repo version=2");
      assertThat(got.headers())
          .containsEntry("content-type", "application/x-git-upload-pack-advertisement")
          .containsEntry("cache-control", "no-cache, max-age=0, must-revalidate")
          .containsEntry("access-control-allow-origin", "*");
      assertThat(head).contains("200 OK").contains("content-length: " + got.body().length);
      assertThat(head).doesNotContain("repo version");
    }
  }

  @Test
  void withoutAServiceTheClientIsToldWhy() throws Exception {
    try (TestServer server = serve(GitScripts::echo);
        RawHttp client = new RawHttp(server)) {
      client.send("GET /" + RouteTest.NPUB + "/repo.git/info/refs HTTP/1.1\r\nHost: a\r\n\r\n");
      RawHttp.Answer answer = client.answer();

      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.text()).startsWith("dumb HTTP is not served");
    }
  }

  @Test
  void aServerWithoutRepositoriesHasNoneToServe() throws Exception {
    try (TestServer server = TestServer.start();
        RawHttp client = new RawHttp(server)) {
      assertThat(client.post(new byte[5]).answer().status()).isEqualTo(404);
    }
  }

  private static String head(RawHttp client) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int c = client.read(); c >= 0; c = client.read()) {
      text.append((char) c);
    }
    return text.toString();
  }
}
