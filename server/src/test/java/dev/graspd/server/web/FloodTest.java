package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.testing.Stores;
import dev.graspd.server.web.http.WebTimes;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.RawWebSocket.Received;
import dev.graspd.testkit.TestKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are too many, too fast or too slow. */
final class FloodTest {
  private static final String ONE = "198.51.100.7";
  private static final String OTHER = "203.0.113.9";

  @TempDir private Path directory;

  @Test
  void anAddressGetsFiftyConnectionsAndOthersGetTheirs() {
    List<RawWebSocket> sockets = new ArrayList<>();
    try (TestServer server = TestServer.start()) {
      for (int i = 0; i < 50; i++) {
        sockets.add(from(server, ONE));
      }

      for (int i = 0; i < 20; i++) {
        assertThatThrownBy(() -> from(server, ONE))
            .isInstanceOfSatisfying(
                RawWebSocket.Refused.class,
                refused -> {
                  assertThat(refused.status()).isEqualTo(429);
                  assertThat(refused.body()).contains("too many connections from your address");
                  assertThat(refused.headers()).containsEntry("access-control-allow-origin", "*");
                });
      }
      sockets.add(from(server, OTHER));
      GoodClient.isServed(server);
      sockets.getFirst().abort();
      assertThat(Eventually.holds(() -> mayConnect(server, ONE))).isTrue();
    }
    sockets.forEach(RawWebSocket::close);
  }

  @Test
  void addressesOfOneIpv6NetworkCountTogether() {
    List<RawWebSocket> sockets = new ArrayList<>();
    try (TestServer server = TestServer.start()) {
      for (int i = 0; i < 50; i++) {
        sockets.add(from(server, "2001:db8:1:2::" + i));
      }

      assertThatThrownBy(() -> from(server, "2001:db8:1:2:ffff::1"))
          .isInstanceOf(RawWebSocket.Refused.class);
      sockets.add(from(server, "2001:db8:1:3::1"));
    }
    sockets.forEach(RawWebSocket::close);
  }

  @Test
  void beyondTheTotalTheAnswerIs503AndOpenConnectionsGoOn() {
    List<RawWebSocket> sockets = new ArrayList<>();
    WebSettings web = TestServer.WEB;
    WebSettings small =
        new WebSettings(
            web.bind(),
            web.basePath(),
            web.trustedProxies(),
            20,
            web.maxConnectionsPerAddress(),
            web.maxMessageBytes(),
            web.maxFragments(),
            web.maxOutputQueueBytes(),
            web.maxOutputQueueTotalBytes(),
            web.loopbackIsOperator(),
            web.requests());
    try (TestServer server = TestServer.builder().web(small).start();
        RelayClient early = server.client()) {
      for (int i = 0; i < 19; i++) {
        sockets.add(from(server, "198.51.100." + i));
      }

      assertThatThrownBy(() -> from(server, OTHER))
          .isInstanceOfSatisfying(
              RawWebSocket.Refused.class, refused -> assertThat(refused.status()).isEqualTo(503));
      assertThat(early.request("s", "{\"limit\":0}")).hasSize(1);
      sockets.getFirst().abort();
      assertThat(Eventually.holds(() -> mayConnect(server, OTHER))).isTrue();
    }
    sockets.forEach(RawWebSocket::close);
  }

  @Test
  void anAddressThatSendsTooManyEventsIsToldToSlowDownOnAllItsConnections() {
    try (TestServer server = TestServer.start();
        RelayClient first = new RelayClient(from(server, ONE));
        RelayClient second = new RelayClient(from(server, ONE));
        RelayClient other = new RelayClient(from(server, OTHER))) {
      int accepted = 0;
      List<Object> answer;
      do {
        Event event = EventBuilder.kind(20_000).content("" + accepted).signedBy(TestKeys.ALICE);
        answer = (accepted % 2 == 0 ? first : second).publish(event);
        accepted += answer.get(2).equals(true) ? 1 : 0;
      } while (answer.get(2).equals(true));

      assertThat(accepted).isGreaterThanOrEqualTo(240);
      assertThat(answer.get(3).toString())
          .startsWith("rate-limited: slow down, too many events; see ");
      assertThat(other.publish(EventBuilder.kind(20_000).signedBy(TestKeys.BOB)).get(2))
          .isEqualTo(true);
      assertThat(first.request("s", "{\"limit\":0}")).hasSize(1);
    }
  }

  @Test
  void aSlowReaderOfAHundredThousandEventsHoldsLittleMemoryAndNobodyUp() {
    EventStore store = Stores.open(directory);
    List<Event> events =
        IntStream.range(0, 5_000)
            .mapToObj(i -> EventBuilder.note("x".repeat(1_000)).at(i).unsignedBy(TestKeys.ALICE))
            .toList();
    FilledStores.fill(store, events, 1_000);
    try (TestServer server = TestServer.builder().store(store).start();
        RawWebSocket slow = RawWebSocket.to(server.uri("/")).receiveBufferBytes(4_096).connect()) {
      for (int i = 0; i < 20; i++) {
        slow.queueText("[\"REQ\",\"s" + i + "\",{\"kinds\":[1],\"limit\":5000}]");
      }
      slow.flush();
      assertThat(Eventually.holds(() -> server.web().socketBytes() > 100_000)).isTrue();

      for (int i = 0; i < 20; i++) {
        GoodClient.isServed(server);
        assertThat(server.web().socketBytes()).isLessThan(2 << 20);
      }
      // It may be slow, but what it reads is right.
      RelayClient reading = new RelayClient(slow);
      int eoses = 0;
      int received = 0;
      while (eoses < 20) {
        boolean isEvent = reading.next().getFirst().equals("EVENT");
        received += isEvent ? 1 : 0;
        eoses += isEvent ? 0 : 1;
      }
      assertThat(received).isEqualTo(100_000);
    }
  }

  @Test
  void aSubscriberThatNeverReadsIsCutAndOthersHearEverything() {
    EventStore store = Stores.open(directory);
    WebTimes times = TestServer.TIMES;
    WebTimes patient =
        new WebTimes(
            times.requestHead(),
            times.keepAlive(),
            times.pingAfter(),
            times.pongWithin(),
            times.message(),
            times.stalledOutput(),
            Duration.ofMinutes(1));
    try (TestServer server = TestServer.builder().store(store).times(patient).start();
        RelayClient reader = server.client();
        RawWebSocket slow = slowSubscriber(server)) {
      reader.request("s", "{\"kinds\":[1]}");

      publishAndHear(store, reader, 400);

      // Told to go and still there: what waits for it counts.
      assertThat(server.web().socketBytes()).isGreaterThan(1 << 20);
      assertThat(slow.receiveClose().reason()).startsWith("slow reader:");
      assertThat(server.web().socketBytes()).isLessThan(1 << 20);
    }
  }

  /** Stores large events, in step with one who reads them. */
  private static void publishAndHear(EventStore store, RelayClient reader, int count) {
    for (int i = 0; i < count; i += 10) {
      int from = i;
      List<Event> some =
          IntStream.range(from, from + 10)
              .mapToObj(n -> EventBuilder.note("x".repeat(50_000)).at(n).unsignedBy(TestKeys.ALICE))
              .toList();
      FilledStores.fill(store, some, 10);
      for (Event event : some) {
        assertThat(reader.nextEvent("s")).isEqualTo(event.id().hex());
      }
    }
  }

  /** Has read the answers to its REQ and reads nothing more. */
  private static RawWebSocket slowSubscriber(TestServer server) {
    RawWebSocket slow = RawWebSocket.to(server.uri("/")).receiveBufferBytes(4_096).connect();
    slow.sendText("[\"REQ\",\"s\",{\"kinds\":[1]}]");
    assertThat(slow.receiveText()).startsWith("[\"AUTH\"");
    assertThat(slow.receiveText()).startsWith("[\"EOSE\"");
    return slow;
  }

  @Test
  void aSocketWhoseOutputDoesNotMoveIsCut() {
    EventStore store = Stores.open(directory);
    FilledStores.fill(
        store,
        IntStream.range(0, 500)
            .mapToObj(i -> EventBuilder.note("x".repeat(20_000)).at(i).unsignedBy(TestKeys.ALICE))
            .toList(),
        100);
    WebTimes times = TestServer.TIMES;
    WebTimes shorter =
        new WebTimes(
            times.requestHead(),
            times.keepAlive(),
            times.pingAfter(),
            times.pongWithin(),
            times.message(),
            Duration.ofMillis(500),
            times.closing());
    try (TestServer server = TestServer.builder().store(store).times(shorter).start();
        RawWebSocket stuck = RawWebSocket.to(server.uri("/")).receiveBufferBytes(4_096).connect()) {
      stuck.sendText("[\"REQ\",\"s\",{}]");

      assertThat(Eventually.holds(() -> server.web().socketBytes() > 0)).isTrue();
      assertThat(Eventually.holds(() -> server.web().openConnections() == 0)).isTrue();
      assertThat(Eventually.holds(() -> server.web().socketBytes() == 0)).isTrue();
    }
  }

  @Test
  void aClientThatAsksAndNeverReadsAnswersIsNotReadFromAnyMore() {
    try (TestServer server = TestServer.start();
        RawWebSocket deaf = RawWebSocket.to(server.uri("/")).receiveBufferBytes(4_096).connect()) {
      Background.send(() -> {
        for (int i = 0; i < 1_000_000; i++) {
          deaf.queueText("[\"nonsense\"]");
        }
      });
      assertThat(Eventually.holds(() -> server.web().socketBytes() > 1 << 20)).isTrue();
      for (int i = 0; i < 10; i++) {
        GoodClient.isServed(server);
        assertThat(server.web().socketBytes()).isLessThan(6 << 20);
      }
      deaf.abort();
    }
  }

  @Test
  void whenAllSocketsTogetherHoldTooMuchTheLargestAreCutAndReadersStay() {
    EventStore store = Stores.open(directory);
    WebSettings web = TestServer.WEB;
    WebSettings small =
        new WebSettings(
            web.bind(),
            web.basePath(),
            web.trustedProxies(),
            web.maxConnections(),
            web.maxConnectionsPerAddress(),
            web.maxMessageBytes(),
            web.maxFragments(),
            web.maxOutputQueueBytes(),
            4 << 20,
            web.loopbackIsOperator(),
            web.requests());
    List<RawWebSocket> slow = new ArrayList<>();
    try (TestServer server = TestServer.builder().store(store).web(small).start();
        RelayClient reader = server.client()) {
      for (int i = 0; i < 10; i++) {
        slow.add(slowSubscriber(server));
      }
      reader.request("s", "{\"kinds\":[1]}");

      publishAndHear(store, reader, 200);

      assertThat(Eventually.holds(() -> server.web().socketBytes() <= 4 << 20)).isTrue();
      assertThat(Eventually.holds(() -> server.web().openConnections() < 10)).isTrue();
      assertThat(reader.request("t", "{\"limit\":0}")).hasSize(1);
    }
    slow.forEach(RawWebSocket::close);
  }

  @Test
  void whenHalfMessagesHoldTooMuchTheLargestIsToldToComeLater() {
    WebSettings web = TestServer.WEB;
    WebSettings small =
        new WebSettings(
            web.bind(),
            web.basePath(),
            web.trustedProxies(),
            web.maxConnections(),
            web.maxConnectionsPerAddress(),
            web.maxMessageBytes(),
            web.maxFragments(),
            web.maxOutputQueueBytes(),
            1 << 20,
            web.loopbackIsOperator(),
            web.requests());
    try (TestServer server = TestServer.builder().web(small).start();
        RawWebSocket largest = server.connect();
        RawWebSocket smaller = server.connect();
        RawWebSocket last = server.connect()) {
      half(largest, 600_000);
      half(smaller, 300_000);
      half(last, 200_000);

      assertThat(largest.receiveClose())
          .isEqualTo(new Received.Closed(1013, "the server has no room for large messages now"));
      GoodClient.isServed(server);
    }
  }

  /** Sends a part of a message, and waits until the server has it. */
  private static void half(RawWebSocket socket, int bytes) {
    socket.sendFrame(RawWebSocket.TEXT, false, new byte[bytes]);
    socket.sendFrame(RawWebSocket.PING, true, new byte[0]);
    Received received;
    do {
      received = socket.receive();
    } while (received instanceof Received.Text);
  }

  private static RawWebSocket from(TestServer server, String address) {
    return RawWebSocket.to(server.uri("/")).header("X-Forwarded-For", address).connect();
  }

  private static boolean mayConnect(TestServer server, String address) {
    try {
      from(server, address).close();
      return true;
    } catch (RawWebSocket.Refused _) {
      return false;
    }
  }
}
