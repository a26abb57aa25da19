package dev.graspd.server.web.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.git.Exchange;
import dev.graspd.server.web.RawHttp;
import dev.graspd.server.web.ScriptedGit;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.exchange.ExchangeLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests of git that are answered where they are read, and those that look alike. */
final class SmallPostTest {
  private final CountDownLatch carriedOut = new CountDownLatch(1);

  @Test
  void whatCameWholeIsAnsweredAtOnceAndTheConnectionStays() throws IOException {
    try (TestServer server = serve();
        RawHttp client = new RawHttp(server)) {
      for (int i = 0; i < 3; i++) {
        RawHttp.Answer answer = client.send(post("quick " + i)).answer();
        assertThat(answer.text()).isEqualTo("at once: quick " + i);
        assertThat(answer.headers())
            .containsEntry("cache-control", "no-cache, max-age=0, must-revalidate")
            .containsEntry("access-control-allow-origin", "*");
      }
      assertThat(carriedOut.getCount()).isOne();
    }
  }

  @Test
  void whatComesAfterItsHeadIsCarriedOut() throws IOException, InterruptedException {
    try (TestServer server = serve();
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", 11));
      assertThat(carriedOut.await(30, TimeUnit.SECONDS)).isTrue();
      client.send("quick later");
      assertThat(client.answer().text()).isEqualTo("quick later");
      assertThat(client.send(post("quick again")).answer().text())
          .isEqualTo("at once: quick again");
    }
  }

  @Test
  void manyAtOnceAreAnsweredInTheirOrder() throws IOException {
    List<String> bodies = List.of("quick one", "two", "quick three", "four", "five", "quick six");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    bodies.forEach(body -> all.writeBytes(post(body)));
    try (TestServer server = serve();
        RawHttp client = new RawHttp(server)) {
      client.send(all.toByteArray());
      for (String body : bodies) {
        assertThat(client.answer().text())
            .isEqualTo(body.startsWith("quick") ? "at once: " + body : body);
      }
    }
  }

  /** The rest of the last request comes later than all before it. */
  @Test
  void headThatCameEarlyWaitsForItsBody() throws IOException {
    try (TestServer server = serve();
        RawHttp client = new RawHttp(server)) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(post("one"));
      all.writeBytes(RawHttp.head("HTTP/1.1", 9).getBytes(StandardCharsets.US_ASCII));
      client.send(all.toByteArray());
      assertThat(client.answer().text()).isEqualTo("one");
      client.send("quick two");
      assertThat(client.answer().text()).endsWith("quick two");
    }
  }

  @Test
  void largerOnesAreCarriedOut() throws IOException {
    String body = "quick ".repeat(1_000);
    try (TestServer server = serve();
        RawHttp client = new RawHttp(server)) {
      assertThat(client.send(post(body)).answer().text()).isEqualTo(body);
    }
  }

  @Test
  void faultIsToldAndEndsTheConnection() throws IOException {
    try (TestServer server = serve();
        RawHttp client = new RawHttp(server)) {
      assertThat(client.send(post("quick fault")).answer().status()).isEqualTo(500);
      assertThat(client.read()).isNegative();
    }
  }

  private static byte[] post(String body) {
    return (RawHttp.head("HTTP/1.1", body.length()) + body).getBytes(StandardCharsets.US_ASCII);
  }

  private TestServer serve() {
    return TestServer.builder()
        .git(new GitFront(new ScriptedGit(this::echo), ExchangeLimits.DEFAULT))
        .start();
  }

  private void echo(Exchange exchange) throws IOException {
    carriedOut.countDown();
    try (InputStream body = exchange.body(1 << 20);
        OutputStream out = exchange.answer(200, "text/plain")) {
      body.transferTo(out);
    }
  }
}
