package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Somebody who does everything right, and must not notice what others do. */
final class GoodClient {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final int KIND = 4_242;

  private GoodClient() {}

  /** Publishes, reads, counts, compares and hears of a new event. */
  static void isServed(TestServer server) {
    isServed(server::client);
  }

  /** The same, from an address. */
  static void isServed(TestServer server, String address) {
    isServed(() -> server.clientFrom(address));
  }

  private static void isServed(Supplier<RelayClient> client) {
    Event stored = event();
    Event live = event();
    try (RelayClient reader = client.get();
        RelayClient writer = client.get()) {
      assertThat(writer.publish(stored)).isEqualTo(List.of("OK", stored.id().hex(), true, ""));
      String filter = "{\"ids\":[\"" + stored.id() + "\",\"" + live.id() + "\"]}";
      assertThat(reader.request("good", filter)).contains(stored.id().hex()).hasSize(2);
      assertThat(reader.ask("[\"COUNT\",\"c\"," + filter + "]").getFirst()).isEqualTo("COUNT");
      assertThat(Difference.reconcile(reader, "n", filter, List.of()).need())
          .containsExactly(stored.id());
      writer.publish(live);
      assertThat(reader.nextEvent("good")).isEqualTo(live.id().hex());
    }
  }

  private static Event event() {
    return EventBuilder.kind(KIND).content("" + COUNT.incrementAndGet()).signedBy(TestKeys.ALICE);
  }
}
