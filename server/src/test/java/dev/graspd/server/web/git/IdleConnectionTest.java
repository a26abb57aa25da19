package dev.graspd.server.web.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.web.RawHttp;
import dev.graspd.server.web.ScriptedGit;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.WebSettings;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.server.web.http.WebTimes;
import dev.graspd.server.web.route.RouteTest;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.RawWebSocket;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Connections between two requests. A git client may pause for minutes there, for example while its
 * pre-push hook runs tests, and takes what comes on the connection for the answer to what it asks
 * next.
 */
final class IdleConnectionTest {
  private static final String HEALTH = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final String INFO_REFS =
      "GET /"
          + RouteTest.NPUB
          + "/repo.git/info/refs?service=git-receive-pack HTTP/1.1\r\nHost: a\r\n";

  @Test
  void anIdleConnectionMayPauseForFiveMinutes() {
    assertThat(WebTimes.DEFAULT.keepAlive()).isEqualTo(Duration.ofMinutes(5));
  }

  /** With an answer made on git's threads, with one made at once, and without any request. */
  @Test
  void anIdleConnectionEndsWithoutAWord() throws IOException {
    try (TestServer server = start(TestServer.WEB, times(300, 300));
        RawHttp onGitsThreads = new RawHttp(server);
        RawHttp atOnce = new RawHttp(server);
        RawHttp silent = new RawHttp(server)) {
      onGitsThreads.send(INFO_REFS + "Git-Protocol: later\r\n\r\n");
      atOnce.send(INFO_REFS + "\r\n");
      assertThat(onGitsThreads.answer().text()).isEqualTo("answer");
      assertThat(atOnce.answer().status()).isEqualTo(200);

      assertThat(onGitsThreads.rest()).isEmpty();
      assertThat(atOnce.rest()).isEmpty();
      assertThat(silent.rest()).isEmpty();
    }
  }

  /** The time between requests is long; that within a request is not. */
  @Test
  void aRequestThatWasBegunAfterAPauseHasNoMoreTimeThanTheFirst() throws IOException {
    try (TestServer server = start(TestServer.WEB, times(300, 60_000));
        RawHttp client = new RawHttp(server)) {
      client.send(HEALTH);
      assertThat(client.answer().status()).isEqualTo(200);

      client.send("GET /heal");

      assertThat(client.answer().status()).isEqualTo(408);
      assertThat(client.rest()).isEmpty();
    }
  }

  @Test
  void theLongestIdleConnectionOfAnAddressMakesRoomForItsNext() throws IOException {
    try (TestServer server = start(atMost(2, 100), TestServer.TIMES);
        RawHttp first = new RawHttp(server);
        RawHttp second = new RawHttp(server)) {
      askAndPause(server, first, 1);
      askAndPause(server, second, 2);
      askAndPause(server, first, 2);

      try (RawHttp third = new RawHttp(server)) {
        assertThat(third.send(HEALTH).answer().status()).isEqualTo(200);
        assertThat(second.rest()).isEmpty();
        assertThat(first.send(HEALTH).answer().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void whenAllPlacesAreTakenTheLongestIdleConnectionMakesRoom() throws IOException {
    try (TestServer server = start(atMost(100, 1), TestServer.TIMES);
        RawHttp first = new RawHttp(server)) {
      askAndPause(server, first, 1);

      try (RawHttp second = new RawHttp(server)) {
        assertThat(second.send(HEALTH).answer().status()).isEqualTo(200);
        assertThat(first.rest()).isEmpty();
      }
    }
  }

  /** A WebSocket, a request that is not all here, and a connection that has not asked yet stay. */
  @Test
  void whatIsNotIdleStays() throws IOException {
    // The fresh one first: when the answers of the others are here, the server has seen it too.
    try (TestServer server = start(atMost(3, 100), TestServer.TIMES);
        RawHttp fresh = new RawHttp(server);
        RawWebSocket socket = server.connect();
        RawHttp begun = new RawHttp(server)) {
      assertThat(socket.receiveText()).startsWith("[\"AUTH\"");
      begun.send("POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
      assertThat(begun.answer().status()).isEqualTo(404);

      try (RawHttp fourth = new RawHttp(server)) {
        fourth.send(HEALTH);
        RawHttp.Answer refused = fourth.answer();
        assertThat(List.of(refused.status(), refused.text().strip()))
            .isEqualTo(List.of(429, "too many connections from your address"));
      }
      assertThat(begun.send("abc" + HEALTH).answer().status()).isEqualTo(200);
      assertThat(fresh.send(HEALTH).answer().status()).isEqualTo(200);
      socket.sendText("[\"REQ\",\"s\",{\"limit\":0}]");
      assertThat(socket.receiveText()).startsWith("[\"EOSE\"");
    }
  }

  /** Returns when so many connections wait for their next request. */
  private static void askAndPause(TestServer server, RawHttp client, int idle) throws IOException {
    assertThat(client.send(HEALTH).answer().status()).isEqualTo(200);
    assertThat(Eventually.holds(() -> server.web().idleConnections() == idle)).isTrue();
  }

  private static TestServer start(WebSettings web, WebTimes times) {
    ScriptedGit git =
        new ScriptedGit(exchange -> {
          try (OutputStream out = exchange.answer(200, "text/plain")) {
            out.write("answer".getBytes(StandardCharsets.UTF_8));
          }
        });
    return TestServer.builder()
        .git(new GitFront(git, ExchangeLimits.DEFAULT))
        .web(web)
        .times(times)
        .start();
  }

  private static WebTimes times(int requestHeadMillis, int keepAliveMillis) {
    WebTimes times = TestServer.TIMES;
    return new WebTimes(
        Duration.ofMillis(requestHeadMillis),
        Duration.ofMillis(keepAliveMillis),
        times.pingAfter(),
        times.pongWithin(),
        times.message(),
        times.stalledOutput(),
        times.closing());
  }

  /** Loopback counts as any address, and no proxy is trusted. */
  private static WebSettings atMost(int connectionsOfAnAddress, int connections) {
    WebSettings web = TestServer.WEB;
    return new WebSettings(
        web.bind(),
        web.basePath(),
        List.of(),
        connections,
        connectionsOfAnAddress,
        web.maxMessageBytes(),
        web.maxFragments(),
        web.maxOutputQueueBytes(),
        web.maxOutputQueueTotalBytes(),
        false,
        web.requests());
  }
}
