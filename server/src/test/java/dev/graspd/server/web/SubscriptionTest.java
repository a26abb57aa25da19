package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.relay.RelayLimits;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What REQ, CLOSE and COUNT do (N01-5, N01-6, NIP-45, NIP-67). */
final class SubscriptionTest {
  private TestServer server;
  private RelayClient client;

  @BeforeEach
  void start() {
    server = TestServer.builder().limits(withLimits(10, 20)).start();
    client = server.client();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static RelayLimits withLimits(int defaultLimit, int maxLimit) {
    RelayLimits all = TestServer.LIMITS;
    return new RelayLimits(
        3,
        all.maxFilters(),
        all.maxFilterValues(),
        defaultLimit,
        maxLimit,
        all.maxNegSessions(),
        all.maxQueryWork(),
        all.maxNegCacheBytes(),
        all.maxEventsPerMinute(),
        12 << 20,
        all.maxInflightBytes());
  }

  @Test
  void storedEventsComeNewestFirstAndTiesLowestIdFirst() {
    List<Event> events =
        List.of(
            store(EventBuilder.note("old").at(100)),
            store(EventBuilder.note("tie 1").at(200)),
            store(EventBuilder.note("tie 2").at(200)),
            store(EventBuilder.note("new").at(300)));

    List<Object> answer = client.request("s", "{}");

    List<String> expected =
        RelayClient.hex(
            events.stream()
                .sorted(
                    Comparator.comparingLong(Event::createdAt).reversed().thenComparing(Event::id))
                .toList());
    assertThat(answer.subList(0, 4)).isEqualTo(expected);
    assertThat(answer.getLast()).isEqualTo(List.of("EOSE", "s", List.of("finish")));
  }

  @Test
  void withoutLimitTheDefaultHoldsAndTheEoseSaysThatThereIsMore() {
    IntStream.range(0, 15).forEach(i -> store(EventBuilder.note("" + i).at(i)));

    List<Object> answer = client.request("s", "{}");

    assertThat(answer).hasSize(11);
    assertThat(answer.getLast()).isEqualTo(List.of("EOSE", "s"));
  }

  @Test
  void aLargerLimitIsClamped() {
    IntStream.range(0, 25).forEach(i -> store(EventBuilder.note("" + i).at(i)));

    List<Object> answer = client.request("s", "{\"limit\":1000}");

    assertThat(answer).hasSize(21);
    assertThat(answer.getLast()).isEqualTo(List.of("EOSE", "s"));
  }

  @Test
  void liveEventsFollowTheStoredOnes() {
    assertThat(client.request("s", "{\"kinds\":[1]}"))
        .containsExactly(List.of("EOSE", "s", List.of("finish")));
    try (RelayClient other = server.client()) {
      other.publish(EventBuilder.kind(2).signedBy(TestKeys.BOB));
      Event wanted = EventBuilder.note("live").signedBy(TestKeys.BOB);
      other.publish(wanted);

      assertThat(client.nextEvent("s")).isEqualTo(wanted.id().hex());
    }
  }

  @Test
  void limitZeroIsLiveOnly() {
    store(EventBuilder.note("stored"));

    assertThat(client.request("s", "{\"limit\":0}")).hasSize(1);

    Event live = EventBuilder.note("live").signedBy(TestKeys.BOB);
    try (RelayClient other = server.client()) {
      other.publish(live);

      assertThat(client.nextEvent("s")).isEqualTo(live.id().hex());
    }
  }

  @Test
  void anEventThatSeveralFiltersMatchComesOnce() {
    Event stored = store(EventBuilder.note("stored").tag("t", "x"));

    List<Object> answer = client.request("s", "{\"kinds\":[1]}", "{\"#t\":[\"x\"]}", "{}");

    assertThat(answer).hasSize(2).contains(stored.id().hex());
    Event live = EventBuilder.note("live").tag("t", "x").signedBy(TestKeys.BOB);
    try (RelayClient other = server.client()) {
      other.publish(live);
      other.publish(EventBuilder.note("end").at(5).signedBy(TestKeys.BOB));
    }
    assertThat(client.nextEvent("s")).isEqualTo(live.id().hex());
    assertThat(client.nextEvent("s")).isNotEqualTo(live.id().hex());
  }

  @Test
  void theSameIdReplacesTheSubscription() {
    client.request("s", "{\"kinds\":[1]}");
    client.request("s", "{\"kinds\":[2]}");
    try (RelayClient other = server.client()) {
      other.publish(EventBuilder.kind(1).signedBy(TestKeys.BOB));
      Event wanted = EventBuilder.kind(2).signedBy(TestKeys.BOB);
      other.publish(wanted);

      assertThat(client.nextEvent("s")).isEqualTo(wanted.id().hex());
    }
  }

  @Test
  void aClosedSubscriptionGetsNothingMore() {
    client.request("a", "{}");
    client.send("[\"CLOSE\",\"a\"]");
    client.request("b", "{}");
    try (RelayClient other = server.client()) {
      Event event = EventBuilder.note("live").signedBy(TestKeys.BOB);
      other.publish(event);

      assertThat(client.nextEvent("b")).isEqualTo(event.id().hex());
      assertThat(client.request("c", "{\"limit\":0}")).hasSize(1);
    }
  }

  @Test
  void ephemeralEventsReachSubscribersAndAreNotStored() {
    client.request("s", "{\"kinds\":[20001]}");
    Event event = EventBuilder.kind(20_001).at(now()).signedBy(TestKeys.BOB);
    try (RelayClient other = server.client()) {
      assertThat(other.publish(event)).isEqualTo(List.of("OK", event.id().hex(), true, ""));

      assertThat(client.nextEvent("s")).isEqualTo(event.id().hex());
      assertThat(client.request("t", "{\"kinds\":[20001]}"))
          .containsExactly(List.of("EOSE", "t", List.of("finish")));
    }
  }

  @Test
  void searchIsRefusedWhereItIsSwitchedOff() {
    assertThat(client.request("s", "{\"search\":\"cats\"}"))
        .containsExactly(List.of("CLOSED", "s", "unsupported: search is not supported"));
  }

  @Test
  void aRequestThatNothingCanMatchIsRefused() {
    assertThat(client.request("s", "{\"kinds\":[]}", "{\"since\":5,\"until\":4}"))
        .containsExactly(List.of("CLOSED", "s", "invalid: no event can match"));
  }

  @Test
  void oneHopelessFilterDoesNotSpoilTheOthers() {
    Event stored = store(EventBuilder.note("stored"));

    assertThat(client.request("s", "{\"kinds\":[]}", "{\"kinds\":[1]}"))
        .containsExactly(stored.id().hex(), List.of("EOSE", "s", List.of("finish")));
  }

  @Test
  void tooManySubscriptionsAreRefusedAndTheOthersGoOn() {
    client.request("a", "{}");
    client.request("b", "{}");
    client.request("c", "{}");

    assertThat(client.request("d", "{}"))
        .containsExactly(List.of("CLOSED", "d", "rate-limited: too many subscriptions"));
    assertThat(client.request("c", "{}")).hasSize(1);
    client.send("[\"CLOSE\",\"a\"]");
    assertThat(client.request("d", "{}")).hasSize(1);
  }

  @Test
  void anAddressWithTooMuchOpenIsRefusedMore() {
    String values =
        String.join(",", IntStream.range(0, 900).mapToObj(i -> "\"value" + i + "\"").toList());
    String filter = "{\"#t\":[" + values + "]}";
    try (RelayClient first = server.clientFrom("203.0.113.7");
        RelayClient second = server.clientFrom("203.0.113.7")) {
      assertThat(first.request("a", filter, filter, filter)).hasSize(1);

      assertThat(second.request("b", filter, filter, filter).toString())
          .contains("CLOSED, b, rate-limited: your address has too much open here");
      assertThat(first.request("a", filter).toString()).contains("EOSE");
    }
    assertThat(client.request("b", filter, filter, filter).toString()).contains("EOSE");
  }

  @Test
  void countIsExactAndIgnoresLimits() {
    IntStream.range(0, 25).forEach(i -> store(EventBuilder.note("" + i).at(i)));

    assertThat(client.ask("[\"COUNT\",\"c\",{\"kinds\":[1],\"limit\":3},{\"since\":20}]"))
        .isEqualTo(List.of("COUNT", "c", Map.of("count", 25L)));
  }

  @Test
  void aCountThatIsRefusedGetsClosed() {
    assertThat(client.ask("[\"COUNT\",\"c\",{\"search\":\"x\"}]"))
        .isEqualTo(List.of("CLOSED", "c", "unsupported: search is not supported"));
  }

  @Test
  void expiredEventsAreNeitherServedNorDeliveredLive() {
    long now = now();
    Event expired = EventBuilder.note("gone").expiringAt(now - 5).signedBy(TestKeys.ALICE);
    client.request("s", "{}");
    // Past the gate on purpose, which would refuse it.
    server.store().write(tx -> tx.append(expired, now - 10)).toCompletableFuture().join();
    Event fresh = store(EventBuilder.note("here"));

    assertThat(client.nextEvent("s")).isEqualTo(fresh.id().hex());
    assertThat(client.request("t", "{}"))
        .containsExactly(fresh.id().hex(), List.of("EOSE", "t", List.of("finish")));
  }

  private static long now() {
    return System.currentTimeMillis() / 1000;
  }

  private Event store(EventBuilder builder) {
    Event event = builder.unsignedBy(TestKeys.ALICE);
    server.store().write(tx -> tx.append(event, event.createdAt())).toCompletableFuture().join();
    return event;
  }
}
