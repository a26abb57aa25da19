package dev.graspd.server.base;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.ModelEventStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefusalResetTest {
  private static final long NOW = 1_000;
  private static final long LATER = 2_000;

  private final ModelEventStore store = new ModelEventStore();
  private int transactions;

  private void write(Consumer<StoreTransaction> work) {
    transactions++;
    Await.write(store, work);
  }

  private List<Event> refused(Signer author, int count) {
    List<Event> events =
        IntStream.range(0, count)
            .mapToObj(i -> EventBuilder.note("event " + i).unsignedBy(author))
            .toList();
    Await.write(
        store,
        tx ->
            events.forEach(event ->
                tx.putUnwanted(
                    UnwantedEvent.refused(event, UnwantedEvent.Why.ELSEWHERE, NOW, LATER))));
    return events;
  }

  private List<UnwantedEvent> remembered() {
    List<UnwantedEvent> rows = new ArrayList<>();
    boolean done = false;
    while (!done) {
      done = store.unwanted(NOW).next(100_000, rows::add);
    }
    return rows;
  }

  @Test
  void rowsThatMatchAreForgottenInSmallTransactions() {
    List<Event> kept = refused(BOB, 3);
    List<Event> forgotten = refused(ALICE, 2_500);

    int count =
        RefusalReset.forget(
            store, NOW, row -> row.author().equals(forgotten.getFirst().author()), this::write);

    assertThat(count).isEqualTo(2_500);
    assertThat(transactions).isEqualTo(3);
    assertThat(remembered())
        .extracting(UnwantedEvent::id)
        .containsExactlyInAnyOrderElementsOf(kept.stream().map(Event::id).toList());
  }

  @Test
  void nothingIsWrittenIfNothingMatches() {
    List<Event> _ = refused(ALICE, 2);

    assertThat(RefusalReset.forget(store, NOW, _ -> false, this::write)).isZero();
    assertThat(transactions).isZero();
  }
}
