package dev.graspd.server.peers.local;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SifterTest {
  private final ModelEventStore store = new ModelEventStore();
  private final StoreDriver driver = new StoreDriver(store);
  private final ScriptedLapses lapses = new ScriptedLapses();
  private Instant now = Instant.ofEpochSecond(NOW);

  private static Event note(String text) {
    return EventBuilder.note(text).unsignedBy(ALICE);
  }

  private EventSifter.Sifted sift(Executor readers, List<EventId> ids) {
    EventSifter sifter = new EventSifter(store, store, lapses, readers, () -> now);
    return sifter.sift(ids).toCompletableFuture().join();
  }

  private EventSifter.Sifted sift(Event... events) {
    List<EventId> ids = new ArrayList<>();
    List.of(events).forEach(event -> ids.add(event.id()));
    return sift(Runnable::run, ids);
  }

  @Test
  void onlyWhatIsNeitherHereNorGoneNorUnwantedIsMissing() {
    Event served = note("served");
    Event held = note("held");
    Event deleted = note("deleted");
    Event expired = note("expired");
    Event refused = note("refused");
    Event unknown = note("unknown");
    driver.appendAll(List.of(served, deleted, expired));
    driver.hold(held);
    driver.delete(EventBuilder.deletionOf(deleted).unsignedBy(ALICE));
    driver.remove(expired.id(), Removal.EXPIRED);
    boolean done =
        driver.<Boolean>write(tx -> {
          tx.putUnwanted(UnwantedEvent.refused(refused, UnwantedEvent.Why.REFUSED, NOW, NOW + 10));
          return true;
        });
    assertThat(done).isTrue();

    EventSifter.Sifted sifted = sift(served, held, deleted, expired, refused, unknown);
    assertThat(sifted.missing()).containsExactly(unknown.id());
    assertThat(sifted.lapsed()).isEmpty();

    now = now.plusSeconds(10);
    assertThat(sift(refused).missing()).containsExactly(refused.id());
  }

  @Test
  void whatHasLapsedIsNotFetchedAndIsNamed() {
    Event held = note("held");
    driver.hold(held);
    lapses.lapsed.add(held.id());

    EventSifter.Sifted sifted = sift(held);
    assertThat(sifted.missing()).isEmpty();
    assertThat(sifted.lapsed()).containsExactly(held.id());
  }

  @Test
  void manyIdsAreSiftedInSlicesAndStayInOrder() {
    List<EventId> ids = new ArrayList<>();
    IntStream.range(0, 2_500).forEach(i -> ids.add(note("n" + i).id()));

    assertThat(sift(Runnable::run, ids).missing()).isEqualTo(ids);
  }

  @Test
  void everythingIsMissingWhenNobodyReads() {
    List<EventId> ids = List.of(note("x").id());
    Executor closed =
        _ -> {
          throw new RejectedExecutionException();
        };

    assertThat(sift(closed, ids).missing()).isEqualTo(ids);
  }
}
