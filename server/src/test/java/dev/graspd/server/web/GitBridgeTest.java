package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.Exchange.BodyTooLargeException;
import dev.graspd.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of git as bytes on a socket, and what the port makes of them. */
final class GitBridgeTest {
  private static final long ENOUGH = 1L << 30;
  private static final String TYPE = "application/x-git-upload-pack-result";

  /** Like those in force, in a second instead of a minute. */
  private static final ExchangeLimits HASTY =
      new ExchangeLimits(
          1 << 20,
          Duration.ofMillis(500),
          Duration.ofMillis(500),
          8 << 10,
          8 << 20,
          Duration.ofMillis(500));

  @Test
  void aBodyIsEchoedWithTheHeadersOfGit() throws Exception {
    byte[] body = noise(3_000_000);
    try (TestServer server = serve(GitBridgeTest::echo);
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
    try (TestServer server = serve(GitBridgeTest::echo);
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
    try (TestServer server = serve(GitBridgeTest::echo);
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
    try (TestServer server = serve(GitBridgeTest::echo);
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", -1, "Transfer-Encoding: chunked"));
      client.send("3\r\nabc\r\n").send("10\r\n0123456789abcdef\r\n0\r\n\r\n");

      assertThat(client.answer().text()).isEqualTo("abc0123456789abcdef");
    }
  }

  @Test
  void anOldClientGetsItsAnswerUntilTheEndOfTheConnection() throws Exception {
    try (TestServer server = serve(GitBridgeTest::echo);
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
    try (TestServer server = serve(GitBridgeTest::echo);
        RawHttp client = new RawHttp(server)) {
      assertThat(client.post(gzip(body), "Content-Encoding: " + encoding).answer().body())
          .isEqualTo(body);
    }
  }

  @Test
  void anotherEncodingIsRefused() throws Exception {
    try (TestServer server = serve(GitBridgeTest::echo);
        RawHttp client = new RawHttp(server)) {
      assertThat(client.post(new byte[9], "Content-Encoding: br").answer().status()).isEqualTo(415);
    }
  }

  @Test
  void aBombIsRefused() throws Exception {
    try (TestServer server = serve(GitBridgeTest::readThenAnswer);
        RawHttp client = new RawHttp(server)) {
      RawHttp.Answer answer =
          client.post(gzip(new byte[50 << 20]), "Content-Encoding: gzip").answer();

      assertThat(answer.status()).isEqualTo(413);
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
  void aBodyThatNobodyWantsIsNotTakenForEver() throws Exception {
    try (TestServer server = serve(HASTY, exchange -> exchange.refuse(404, "no"));
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", 1L << 40));
      assertThat(client.answer().status()).isEqualTo(404);

      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  client.send(new byte[65_536]);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aClientThatAsksFirstIsToldToGoOn() throws Exception {
    try (TestServer server = serve(GitBridgeTest::echo);
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
  void aFaultBeforeTheAnswerIsA500() throws Exception {
    try (TestServer server =
            serve(exchange -> {
              throw new IOException("secret");
            });
        RawHttp client = new RawHttp(server)) {
      RawHttp.Answer answer = client.post(new byte[10]).answer();

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.text()).isEqualTo("something went wrong here\n");
    }
  }

  @Test
  void aBodyThatCannotBeTakenIsTheClientsFault() throws Exception {
    try (TestServer server = serve(exchange -> exchange.body(100).readAllBytes());
        RawHttp client = new RawHttp(server)) {
      assertThat(client.post(new byte[101]).answer().status()).isEqualTo(413);
      assertThat(client.post(new byte[50], "Content-Encoding: gzip").answer().status())
          .isEqualTo(400);
    }
  }

  @Test
  void aFaultWithinTheAnswerCutsTheConnection() throws Exception {
    try (TestServer server =
            serve(exchange -> {
              OutputStream out = exchange.answer(200, TYPE);
              out.write(new byte[100]);
              out.flush();
              throw new IOException("broken");
            });
        RawHttp client = new RawHttp(server)) {
      client.post(new byte[10]);

      assertThatThrownBy(client::answer).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aClientThatGoesAwayEndsTheBody() throws Exception {
    CompletableFuture<Throwable> fault = new CompletableFuture<>();
    try (TestServer server = serve(exchange -> tellFault(fault, () -> readAll(exchange)))) {
      try (RawHttp client = new RawHttp(server)) {
        client.send(RawHttp.head("HTTP/1.1", 1_000)).send("abc");
      }
      assertThat(fault.get(60, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
      assertThat(Eventually.holds(() -> server.web().openConnections() == 0)).isTrue();
    }
  }

  @Test
  void aClientThatGoesAwayEndsTheAnswer() throws Exception {
    CompletableFuture<Throwable> fault = new CompletableFuture<>();
    try (TestServer server = serve(exchange -> tellFault(fault, () -> writeForEver(exchange)))) {
      try (RawHttp client = new RawHttp(server)) {
        client.post(new byte[0]);
        assertThat(client.read()).isEqualTo('H');
      }
      assertThat(fault.get(60, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aSlowReaderHoldsLittleMemoryAndIsCut() throws Exception {
    CompletableFuture<Throwable> fault = new CompletableFuture<>();
    try (TestServer server =
            serve(HASTY, exchange -> tellFault(fault, () -> writeForEver(exchange)));
        RawHttp client = new RawHttp(server)) {
      client.post(new byte[0]);

      assertThat(fault.get(60, TimeUnit.SECONDS))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("too slow");
      // What the sockets of this machine hold, and no more.
      assertThat(client.readToTheEnd()).isLessThan(32L << 20);
    }
  }

  @Test
  void aSlowWriterIsCut() throws Exception {
    CompletableFuture<Throwable> fault = new CompletableFuture<>();
    try (TestServer server = serve(HASTY, exchange -> tellFault(fault, () -> readAll(exchange)));
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", 1_000)).send("abc");

      assertThat(fault.get(60, TimeUnit.SECONDS)).hasMessageContaining("nothing for too long");
      assertThat(client.readToTheEnd()).isLessThan(2_000);
    }
  }

  @Test
  void aBodyThatIsNotReadWaitsOutside() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (TestServer server =
            serve(exchange -> {
              go.await();
              echo(exchange);
            });
        RawHttp client = new RawHttp(server)) {
      byte[] body = noise(60 << 20);
      CountDownLatch sent = new CountDownLatch(1);
      Background.send(() ->
          unchecked(() -> {
            client.post(body);
            sent.countDown();
          }));
      assertThat(sent.await(300, TimeUnit.MILLISECONDS)).as("all of it was taken").isFalse();
      go.countDown();

      assertThat(client.answer().body()).isEqualTo(body);
    }
  }

  @Test
  void aStopWaitsForWhatIsUnderWay() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    TestServer server =
        serve(exchange -> {
          readAll(exchange);
          try (OutputStream out = exchange.answer(200, TYPE)) {
            out.write('a');
            out.flush();
            begun.countDown();
            go.await();
            out.write('z');
          }
        });
    try (RawHttp client = new RawHttp(server)) {
      client.post(new byte[5]);
      begun.await();
      Thread stopping = Thread.ofPlatform().start(server::close);
      assertThat(Eventually.holds(() -> isRefused(server))).isTrue();
      go.countDown();

      assertThat(client.answer().text()).isEqualTo("az");
      assertThat(client.readToTheEnd()).isZero();
      stopping.join();
    }
  }

  @Test
  void aThousandIdleConnectionsDoNotDisturb() throws Exception {
    List<RawHttp> idle = new ArrayList<>();
    try (TestServer server = serve(GitBridgeTest::readThenAnswer)) {
      for (int i = 0; i < 1_000; i++) {
        RawHttp client = new RawHttp(server);
        idle.add(client);
        if (i % 2 == 0) {
          client.send(RawHttp.head("HTTP/1.1", 100)).send("never finished");
        }
      }
      try (RawHttp client = new RawHttp(server)) {
        assertThat(client.post(noise(1_000)).answer().text()).isEqualTo("fine\n");
      }
      for (RawHttp client : idle) {
        client.close();
      }
    }
  }

  @Test
  void refsAreAnsweredAndHeadMirrorsGet() throws Exception {
    String path = "/" + RouteTest.NPUB + "/repo.git/info/refs?service=git-upload-pack";
    try (TestServer server = serve(GitBridgeTest::echo);
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
    try (TestServer server = serve(GitBridgeTest::echo);
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

  @Test
  void tenThousandHostilePathsCauseNoFault() throws Exception {
    Random random = new Random(20_261_116);
    try (TestServer server = serve(GitBridgeTest::echo)) {
      RawHttp client = new RawHttp(server);
      for (int i = 0; i < 10_000; i++) {
        String path = HostilePaths.next(random);
        client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
        RawHttp.Answer answer = client.answer();
        assertThat(answer.status()).as(path).isIn(200, 400, 403, 404, 405, 503);
        assertThat(answer.headers()).containsEntry("access-control-allow-origin", "*");
        if (answer.headers().containsKey("connection")) {
          client.close();
          client = new RawHttp(server);
        }
      }
      client.close();
    }
  }

  private static TestServer serve(ScriptedGit.Script script) {
    return serve(ExchangeLimits.DEFAULT, script);
  }

  private static TestServer serve(ExchangeLimits limits, ScriptedGit.Script script) {
    return TestServer.builder().git(new GitFront(new ScriptedGit(script), limits)).start();
  }

  private static void echo(Exchange exchange) throws IOException {
    try (InputStream body = exchange.body(ENOUGH);
        OutputStream out = exchange.answer(200, TYPE)) {
      body.transferTo(out);
    }
  }

  private static void readThenAnswer(Exchange exchange) throws IOException {
    try {
      readAll(exchange);
      exchange.refuse(200, "fine");
    } catch (BodyTooLargeException e) {
      exchange.refuse(413, e.getMessage());
    }
  }

  private static void readAll(Exchange exchange) throws IOException {
    InputStream body = exchange.body(ENOUGH);
    body.transferTo(OutputStream.nullOutputStream());
  }

  private static void writeForEver(Exchange exchange) throws IOException {
    OutputStream out = exchange.answer(200, TYPE);
    byte[] block = new byte[65_536];
    while (true) {
      out.write(block);
    }
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void tellFault(CompletableFuture<Throwable> fault, Action action)
      throws Exception {
    try {
      action.run();
    } catch (IOException e) {
      fault.complete(e);
      throw e;
    }
  }

  private static void unchecked(Action action) {
    try {
      action.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isRefused(TestServer server) {
    try (RawHttp _ = new RawHttp(server)) {
      return false;
    } catch (IOException _) {
      return true;
    }
  }

  private static String head(RawHttp client) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int c = client.read(); c >= 0; c = client.read()) {
      text.append((char) c);
    }
    return text.toString();
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
