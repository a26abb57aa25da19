package dev.graspd.server.relay;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.Broadcast;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import java.net.InetAddress;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** One whose thread does not run: what is sent to it waits. */
class FanOutTest {
  private static final Payer STRANGER = Payer.of(InetAddress.ofLiteral("192.0.2.1"));
  private static final Payer ANOTHER = Payer.of(InetAddress.ofLiteral("192.0.2.2"));
  private static final Event EVENT =
      EventBuilder.kind(20_001).content("x".repeat(1_000)).unsignedBy(ALICE);
  private static final long BYTES = HeapBytes.of(EVENT);

  private final Budgets budgets = new Budgets();
  private final FanOut fanOut =
      new FanOut(new ModelEventStore(), () -> Instant.EPOCH, budgets, 80 * BYTES);
  private final ByteBudget budget = budgets.all().getFirst();

  @Test
  void ephemeralEventsOfOneAddressTakeAnEighthAtMost() {
    for (int i = 0; i < 100; i++) {
      fanOut.ephemeral(new Broadcast.Passing(EVENT, STRANGER));
    }

    assertThat(budget.usedBytes()).isEqualTo(10 * BYTES);
    assertThat(budget.refused()).isEqualTo(90);
  }

  @Test
  void ephemeralEventOfAnotherAddressFindsRoom() {
    for (int i = 0; i < 100; i++) {
      fanOut.ephemeral(new Broadcast.Passing(EVENT, STRANGER));
    }
    fanOut.ephemeral(new Broadcast.Passing(EVENT, ANOTHER));

    assertThat(budget.usedBy(ANOTHER)).isEqualTo(BYTES);
  }
}
