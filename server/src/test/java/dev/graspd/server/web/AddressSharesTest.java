package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.relay.RelayLimits;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.TestKeys;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One address takes all that it can get; another one is served all the same. */
final class AddressSharesTest {
  private static final String GREEDY = "198.51.100.7";
  private static final String HONEST = "203.0.113.9";
  private static final String TOO_MUCH = "rate-limited: your address has too much open here: close";
  private static final String NEG_QUESTION = "6100000200";
  private static final int CONNECTIONS = 8;

  @TempDir private Path directory;

  @Test
  void subscriptionsWithLongValuesStayWithinTheShare() {
    try (TestServer server = TestServer.builder().limits(limits(4 << 20, 4 << 20)).start()) {
      ByteBudget budget = server.budget("subscriptions");
      List<RelayClient> greedy = connect(server);
      int refused = 0;
      for (RelayClient client : greedy) {
        for (int i = 0; i < 5; i++) {
          String answer = client.request("s" + i, longFilter(100, i)).toString();
          refused += answer.contains(TOO_MUCH) ? 1 : 0;
        }
      }
      assertThat(refused).isGreaterThan(30);
      assertThat(budget.usedBy(payer())).isBetween(100_000L, budget.maxBytes() / 8);
      assertThat(budget.refused()).isGreaterThanOrEqualTo(refused);
      twelveRequestsAtOnceAreAnswered(server);
      GoodClient.isServed(server, HONEST);
      greedy.forEach(RelayClient::close);
      assertThat(Eventually.holds(() -> budget.usedBytes() == 0)).isTrue();
    }
  }

  /** As git clients do: many subscriptions with hundreds of ids each, without waiting. */
  private static void twelveRequestsAtOnceAreAnswered(TestServer server) {
    String ids =
        String.join(
            ",", IntStream.range(0, 100).mapToObj(i -> String.format("\"%064x\"", i)).toList());
    try (RelayClient client = server.clientFrom(HONEST)) {
      for (int i = 0; i < 12; i++) {
        client.socket().queueText("[\"REQ\",\"r" + i + "\",{\"ids\":[" + ids + "]}]");
      }
      client.socket().flush();
      for (int i = 0; i < 12; i++) {
        assertThat(client.next().getFirst()).isEqualTo("EOSE");
      }
    }
  }

  @Test
  void countsAreChargedUntilTheyAreAnswered() {
    try (TestServer server = TestServer.builder().limits(limits(4 << 20, 4 << 20)).start()) {
      List<RelayClient> greedy = connect(server);
      String count = "[\"COUNT\",\"c\"," + longFilter(900, 0) + "]";
      for (RelayClient client : greedy) {
        assertThat(client.ask(count).toString()).contains(TOO_MUCH);
        assertThat(client.ask("[\"COUNT\",\"c\"," + longFilter(50, 0) + "]").getFirst())
            .isEqualTo("COUNT");
      }
      GoodClient.isServed(server, HONEST);
      greedy.forEach(RelayClient::close);
      assertThat(Eventually.holds(() -> server.budget("subscriptions").usedBytes() == 0)).isTrue();
    }
  }

  @Test
  void negentropySessionsStayWithinTheShareAndSoDoesWhatIsCached() {
    try (TestServer server = TestServer.builder().limits(limits(4 << 20, 2 << 20)).start()) {
      ByteBudget cached = server.budget("negentropy");
      List<RelayClient> greedy = connect(server);
      int refused = 0;
      for (int i = 0; i < 10; i++) {
        for (int j = 0; j < greedy.size(); j++) {
          String open =
              "[\"NEG-OPEN\",\"n" + i + "\"," + longFilter(60, 100 * i + j) + ",\"" + NEG_QUESTION;
          refused += greedy.get(j).ask(open + "\"]").toString().contains(TOO_MUCH) ? 1 : 0;
        }
      }
      assertThat(refused).isGreaterThan(60);
      assertThat(cached.usedBytes()).isLessThanOrEqualTo(cached.maxBytes());
      GoodClient.isServed(server, HONEST);
      greedy.forEach(RelayClient::close);
      assertThat(Eventually.holds(() -> server.budget("subscriptions").usedBytes() == 0)).isTrue();
    }
  }

  @Test
  void setsThatOneAddressAskedForMakeRoomForThoseOfOthers() {
    try (TestServer server = TestServer.builder().limits(limits(16 << 20, 1 << 20)).start();
        RelayClient greedy = server.clientFrom(GREEDY);
        RelayClient honest = server.clientFrom(HONEST)) {
      ByteBudget cached = server.budget("negentropy");
      String first = "[\"NEG-OPEN\",\"n\",{\"kinds\":[7]},\"" + NEG_QUESTION + "\"]";
      assertThat(honest.ask(first).getFirst()).isEqualTo("NEG-MSG");
      long kept = cached.usedBy(payer(HONEST));
      assertThat(kept).isPositive();
      for (int i = 0; i < 60; i++) {
        String open = "[\"NEG-OPEN\",\"n\"," + longFilter(60, i) + ",\"" + NEG_QUESTION + "\"]";
        assertThat(greedy.ask(open).getFirst()).isEqualTo("NEG-MSG");
      }
      assertThat(cached.usedBytes()).isLessThanOrEqualTo(cached.maxBytes());
      assertThat(cached.usedBy(payer(HONEST))).isEqualTo(kept);
    }
  }

  /** The client reads nothing, so that nothing is answered; each request replaces the last. */
  @Test
  void aRequestThatIsRepeatedWithoutReadingLeavesOneJob() {
    try (TestServer server =
        TestServer.builder()
            .limits(limits(8 << 20, 4 << 20))
            .store(Stores.open(directory))
            .start()) {
      FilledStores.fill(
          server.store(),
          IntStream.range(0, 1_000)
              .mapToObj(
                  i -> EventBuilder.note(i + "x".repeat(20_000)).at(i).unsignedBy(TestKeys.ALICE))
              .toList(),
          100);
      ByteBudget budget = server.budget("subscriptions");
      RawWebSocket socket =
          RawWebSocket.to(server.uri("/"))
              .header("X-Forwarded-For", GREEDY)
              .receiveBufferBytes(4_096)
              .connect();
      socket.sendText("[\"REQ\",\"full\",{\"limit\":1000}]");
      for (int i = 0; i < 500; i++) {
        socket.sendText("[\"REQ\",\"s\"," + longFilter(10, i) + "]");
      }
      socket.sendText("[\"REQ\",\"last\"," + longFilter(10, 1_000) + "]");
      // One "s" and one "last": what was replaced is gone, though nothing was read.
      long one = 30_000;
      assertThat(Eventually.holds(() -> budget.usedBy(payer()) > one)).isTrue();
      assertThat(Eventually.holds(() -> budget.usedBy(payer()) < 3 * one)).isTrue();
      assertThat(budget.refused()).isZero();
      GoodClient.isServed(server, HONEST);
      socket.abort();
      assertThat(Eventually.holds(() -> budget.usedBytes() == 0)).isTrue();
    }
  }

  @Test
  void eventsUnderWayAreChargedByTheirParsedSize() {
    String[] tag = IntStream.range(0, 3_000).mapToObj(_ -> "").toArray(String[]::new);
    tag[0] = "t";
    Event large = EventBuilder.note("x").tag(tag).signedBy(TestKeys.ALICE);
    try (TestServer server =
            TestServer.builder().limits(limits(4 << 20, 4 << 20, 1 << 20)).start();
        RelayClient greedy = server.clientFrom(GREEDY);
        RelayClient honest = server.clientFrom(HONEST)) {
      assertThat(large.json().length).isLessThan(10_000);
      assertThat(greedy.publish(large).toString()).contains("rate-limited: server is busy");
      Event small = EventBuilder.note("small").signedBy(TestKeys.ALICE);
      assertThat(honest.publish(small).get(2)).isEqualTo(true);
      assertThat(greedy.publish(small).get(2)).isEqualTo(true);
      assertThat(Eventually.holds(() -> server.budget("events").usedBytes() == 0)).isTrue();
    }
  }

  @Test
  void unfinishedMessagesOfOneAddressCostItItsSockets() {
    WebSettings web =
        new WebSettings(
            TestServer.WEB.bind(),
            "/",
            TestServer.WEB.trustedProxies(),
            1_000,
            50,
            1_310_720,
            64,
            8 << 20,
            8 << 20,
            true,
            TestServer.WEB.requests());
    byte[] half = new byte[300_000];
    try (TestServer server = TestServer.builder().web(web).start()) {
      List<RawWebSocket> greedy = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        RawWebSocket socket =
            RawWebSocket.to(server.uri("/")).header("X-Forwarded-For", GREEDY).connect();
        socket.sendFrame(RawWebSocket.TEXT, false, half);
        greedy.add(socket);
      }
      ByteBudget budget = server.budget("sockets");
      assertThat(Eventually.holds(() -> budget.refused() > 0)).isTrue();
      assertThat(Eventually.holds(() -> budget.usedBy(payer()) <= budget.maxBytes() / 8)).isTrue();
      try (RelayClient honest = server.clientFrom(HONEST)) {
        Event large = EventBuilder.note("x".repeat(200_000)).signedBy(TestKeys.ALICE);
        assertThat(honest.publish(large).get(2)).isEqualTo(true);
      }
      greedy.forEach(RawWebSocket::abort);
      assertThat(Eventually.holds(() -> budget.usedBytes() == 0)).isTrue();
    }
  }

  @Test
  void largeMessagesAreAnsweredInTheirOrder() {
    String ids =
        String.join(
            ",", IntStream.range(0, 1_000).mapToObj(i -> String.format("\"%064x\"", i)).toList());
    try (TestServer server = TestServer.start();
        RelayClient client = server.clientFrom(HONEST)) {
      for (int i = 0; i < 20; i++) {
        client.socket().queueText("[\"REQ\",\"s\",{\"ids\":[" + ids + "]}]");
        client.socket().queueText("[\"CLOSE\",\"s\"]");
        client.socket().queueText("[\"NEG-MSG\",\"n" + i + "\",\"61\"]");
      }
      client.socket().flush();
      int seen = 0;
      while (seen < 20) {
        List<Object> answer = client.next();
        if (answer.getFirst().equals("NEG-ERR")) {
          assertThat(answer.get(1)).isEqualTo("n" + seen++);
        }
      }
      assertThat(Eventually.holds(() -> server.budget("subscriptions").usedBytes() == 0)).isTrue();
      // Each message has 67 kB; an answer that is just being sent may still count.
      assertThat(server.budget("sockets").usedBy(payer(HONEST))).isLessThan(10_000);
    }
  }

  @Test
  void authenticationIsShort() {
    try (TestServer server = TestServer.start();
        RelayClient client = server.clientFrom(HONEST)) {
      Event auth = EventBuilder.kind(22242).content("x".repeat(20_000)).signedBy(TestKeys.ALICE);
      assertThat(client.ask("[\"AUTH\"," + RelayClient.text(auth) + "]").toString())
          .contains("false, invalid: authentication failed: at most 16384 bytes");
    }
  }

  private static List<RelayClient> connect(TestServer server) {
    return IntStream.range(0, CONNECTIONS).mapToObj(_ -> server.clientFrom(GREEDY)).toList();
  }

  private static Payer payer() {
    return payer(GREEDY);
  }

  private static Payer payer(String address) {
    try {
      return Payer.of(InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** Values of almost a kilobyte each, different for each number. */
  private static String longFilter(int values, int number) {
    String value = "x".repeat(900);
    return "{\"#t\":["
        + String.join(
            ",",
            IntStream.range(0, values)
                .mapToObj(i -> "\"" + number + "-" + i + value + "\"")
                .toList())
        + "]}";
  }

  private static RelayLimits limits(long subscriptionBytes, long negCacheBytes) {
    return limits(subscriptionBytes, negCacheBytes, 64 << 20);
  }

  private static RelayLimits limits(
      long subscriptionBytes, long negCacheBytes, long inflightBytes) {
    RelayLimits all = TestServer.LIMITS;
    return new RelayLimits(
        all.maxSubscriptions(),
        all.maxFilters(),
        all.maxFilterValues(),
        all.defaultLimit(),
        all.maxLimit(),
        all.maxNegSessions(),
        all.maxQueryWork(),
        negCacheBytes,
        all.maxEventsPerMinute(),
        subscriptionBytes,
        inflightBytes);
  }
}
