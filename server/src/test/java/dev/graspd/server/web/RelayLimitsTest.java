package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.relay.RelayLimits;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.TestKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits that all connections share, and what reaching them is answered with. */
final class RelayLimitsTest {
  private static final String TOO_MUCH_OPEN =
      "rate-limited: your address has too much open here: close subscriptions that are not needed,"
          + " or ask with fewer values";

  @TempDir private Path directory;

  @Test
  void aQueryThatCostsTooMuchIsClosedAndNotCutShort() {
    try (TestServer server =
            TestServer.builder()
                .limits(with(1_000, 700_000, 1 << 20))
                .store(Stores.open(directory))
                .start();
        RelayClient client = server.client()) {
      FilledStores.fill(
          server.store(),
          IntStream.range(0, 5_000)
              .mapToObj(i -> EventBuilder.note("" + i).at(i).unsignedBy(TestKeys.ALICE))
              .toList(),
          5_000);

      assertThat(client.request("s", "{\"kinds\":[1],\"limit\":5000}").getLast())
          .isEqualTo(List.of("CLOSED", "s", "error: query too expensive"));
      assertThat(client.ask("[\"COUNT\",\"c\",{\"kinds\":[1]}]"))
          .isEqualTo(List.of("CLOSED", "c", "error: query too expensive"));
      assertThat(client.request("t", "{\"limit\":1}")).hasSize(2);
    }
  }

  @Test
  void moreEventsUnderWayThanMemoryAllowsAreRefused() {
    try (TestServer server = TestServer.builder().limits(with(100_000, 700_000, 3_000)).start();
        RelayClient client = server.client()) {
      Event large = EventBuilder.note("x".repeat(2_000)).signedBy(TestKeys.ALICE);
      Event small = EventBuilder.note("x").signedBy(TestKeys.ALICE);

      assertThat(client.publish(large))
          .isEqualTo(
              List.of(
                  "OK",
                  large.id().hex(),
                  false,
                  "rate-limited: server is busy; see https://%s/errors/server-busy"
                      .formatted(TestServer.DOMAIN)));
      assertThat(client.publish(small).get(2)).isEqualTo(true);
      assertThat(client.publish(small).get(2)).isEqualTo(true);
    }
  }

  @Test
  void whenAllFiltersTogetherAreTooManyThoseWhoAskForLittleAreServed() {
    String values =
        String.join(",", IntStream.range(0, 900).mapToObj(i -> "\"v" + i + "\"").toList());
    try (TestServer server = TestServer.builder().limits(with(100_000, 700_000, 1 << 20)).start();
        RelayClient greedy = server.client();
        RelayClient second = server.client();
        RelayClient modest = server.client()) {
      assertThat(greedy.request("s", "{\"#t\":[" + values + "]}")).hasSize(1);

      assertThat(second.request("s", "{\"#t\":[" + values + "]}"))
          .containsExactly(List.of("CLOSED", "s", TOO_MUCH_OPEN));
      assertThat(modest.request("s", "{\"#t\":[\"a\",\"b\"]}").toString()).contains("EOSE");
      greedy.send("[\"CLOSE\",\"s\"]");
      // Its memory is freed a moment later, when live delivery has let go of it.
      assertThat(
              Eventually.holds(() ->
                  second.request("s", "{\"#t\":[" + values + "]}").toString().contains("EOSE")))
          .isTrue();
    }
  }

  @Test
  void whatAConnectionLeavesBehindIsGivenBack() {
    String values =
        String.join(",", IntStream.range(0, 900).mapToObj(i -> "\"v" + i + "\"").toList());
    try (TestServer server = TestServer.builder().limits(with(100_000, 700_000, 1 << 20)).start()) {
      for (int i = 0; i < 5; i++) {
        try (RelayClient client = server.client()) {
          // The memory of the previous connection is freed a moment after its end.
          assertThat(
                  Eventually.holds(() ->
                      client.request("s", "{\"#t\":[" + values + "]}").toString().contains("EOSE")))
              .isTrue();
        }
      }
    }
  }

  private static RelayLimits with(long queryWork, long subscriptionBytes, long inflightBytes) {
    RelayLimits all = TestServer.LIMITS;
    return new RelayLimits(
        all.maxSubscriptions(),
        all.maxFilters(),
        all.maxFilterValues(),
        all.defaultLimit(),
        all.maxLimit(),
        all.maxNegSessions(),
        queryWork,
        all.maxNegCacheBytes(),
        all.maxEventsPerMinute(),
        subscriptionBytes,
        inflightBytes);
  }
}
