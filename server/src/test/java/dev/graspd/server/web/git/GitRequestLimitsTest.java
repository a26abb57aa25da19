package dev.graspd.server.web.git;

import static dev.graspd.server.web.git.GitScripts.gzip;
import static dev.graspd.server.web.git.GitScripts.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.web.RawHttp;
import dev.graspd.server.web.ScriptedGit;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory and time of current git requests. */
@Timeout(60)
final class GitRequestLimitsTest {
  private static final String STRANGER = "198.51.100.1";
  private static final String OTHER = "198.51.100.2";
  private static final Payer STRANGER_PAYS = Payer.of(InetAddress.ofLiteral(STRANGER));
  private static final long SHARE = 512 << 10;

  private final ByteBudget requests = new ByteBudget("git_requests", 8 * SHARE);

  private TestServer serve(ExchangeLimits limits, ScriptedGit.Script script) {
    return TestServer.builder()
        .git(new GitFront(new ScriptedGit(script), limits, requests))
        .start();
  }

  private static ExchangeLimits within(Duration body) {
    return new ExchangeLimits(
        256 << 10,
        Duration.ofMinutes(1),
        body,
        Duration.ofMinutes(1),
        1 << 10,
        1 << 20,
        Duration.ofMinutes(1));
  }

  private static String from(String address) {
    return "X-Forwarded-For: " + address;
  }

  private void assertAllIsGivenBack() {
    assertThat(Eventually.holds(() -> requests.usedBytes() == 0)).isTrue();
  }

  @Test
  void bodyThatDoesNotEndInTimeIsTold() throws Exception {
    try (TestServer server = serve(within(Duration.ofMillis(100)), GitScripts::readThenAnswer);
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", 1_000)).send("abc");

      RawHttp.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.text()).isEqualTo("the body took too long\n");
      assertThat(answer.headers()).containsEntry("connection", "close");
    }
    assertAllIsGivenBack();
  }

  @Test
  void gitMayGiveABodyMoreTime() throws Exception {
    try (TestServer server =
            serve(
                within(Duration.ofNanos(1)),
                exchange -> {
                  exchange.readWithin(Duration.ofMinutes(1));
                  readAll(exchange);
                  exchange.refuse(200, "fine");
                });
        RawHttp client = new RawHttp(server)) {
      assertThat(client.post(new byte[1_000]).answer().status()).isEqualTo(200);
    }
    assertAllIsGivenBack();
  }

  @Test
  void oneAddressCannotHaveAllTheMemory() throws Exception {
    List<RawHttp> open = new ArrayList<>();
    try (TestServer server = serve(within(Duration.ofMinutes(1)), GitScripts::readThenAnswer)) {
      byte[] begun = gzip(new byte[10]);
      for (int i = 0; i < 40; i++) {
        RawHttp client = new RawHttp(server);
        open.add(client);
        client
            .send(RawHttp.head("HTTP/1.1", 1_000, from(STRANGER), "Content-Encoding: gzip"))
            .send(begun);
      }
      RawHttp.Answer last = open.getLast().answer();

      assertThat(last.status()).isEqualTo(503);
      assertThat(last.text()).startsWith("rate-limited: too many clones and fetches at once");
      assertThat(last.headers()).containsKey("retry-after");
      assertThat(requests.usedBy(STRANGER_PAYS)).isLessThanOrEqualTo(SHARE);
      try (RawHttp honest = new RawHttp(server)) {
        assertThat(honest.post(new byte[1_000], from(OTHER)).answer().status()).isEqualTo(200);
      }
      for (RawHttp client : open) {
        client.close();
      }
      assertAllIsGivenBack();
    }
  }

  @Test
  void whatComesEarlyIsBoundedAndEndsTheConnection() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (TestServer server =
            serve(
                within(Duration.ofMinutes(1)),
                exchange -> {
                  readAll(exchange);
                  go.await();
                  exchange.refuse(200, "fine");
                });
        RawHttp client = new RawHttp(server)) {
      String early = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1_000);
      client.send(RawHttp.head("HTTP/1.1", 1, from(STRANGER)) + "x" + early);
      go.countDown();

      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(client.readToTheEnd()).as("no early request was answered").isZero();
    }
    assertAllIsGivenBack();
  }

  @Test
  void malformedChunkIsToldAndEndsTheConnection() throws Exception {
    try (TestServer server = serve(ExchangeLimits.DEFAULT, GitScripts::readThenAnswer);
        RawHttp client = new RawHttp(server)) {
      client
          .send(RawHttp.head("HTTP/1.1", -1, "Transfer-Encoding: chunked"))
          .send("5\r\nhello\r\nnot a length\r\n")
          .send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

      RawHttp.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.headers()).containsEntry("connection", "close");
      assertThat(client.readToTheEnd()).as("nothing else was answered").isZero();
    }
    assertAllIsGivenBack();
  }

  @Test
  void malformedChunkOfABodyThatNobodyReadsEndsTheConnectionToo() throws Exception {
    try (TestServer server = serve(ExchangeLimits.DEFAULT, exchange -> exchange.refuse(404, "no"));
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", -1, "Transfer-Encoding: chunked"));
      assertThat(client.answer().status()).isEqualTo(404);
      sendIfPossible(client, "nonsense\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");

      assertThat(client.readToTheEnd()).as("nothing else was answered").isZero();
    }
  }

  private static void sendIfPossible(RawHttp client, String text) {
    try {
      client.send(text);
    } catch (IOException _) {
      // It hung up already.
      return;
    }
  }
}
