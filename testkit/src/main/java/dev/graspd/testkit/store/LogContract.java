package dev.graspd.testkit.store;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The log that every store keeps, and its wake-ups. */
public interface LogContract extends StoreFixture {
  @Test
  default void emptyStoreHasAnEmptyLog() {
    assertThat(store().lastSeq()).isZero();
    assertThat(store().tail(0, 10)).isEmpty();
    assertThat(store().nextSweepSeconds()).isEmpty();
  }

  @Test
  default void tailGoesOnFromAnyNumberInPortions() {
    List<Event> events =
        IntStream.range(0, 25).mapToObj(i -> EventBuilder.note("n" + i).unsignedBy(ALICE)).toList();
    driver().appendAll(events);

    assertThat(store().tail(0, 10)).hasSize(10);
    assertThat(store().tail(20, 10))
        .containsExactlyElementsOf(
            IntStream.range(20, 25)
                .<LogRecord>mapToObj(i -> new LogRecord.Stored(i + 1, events.get(i)))
                .toList());
    assertThat(store().tail(25, 10)).isEmpty();
    assertThat(store().lastSeq()).isEqualTo(25);
  }

  @Test
  default void recordOfARemovedEventLeavesTheLog() {
    Event first = EventBuilder.kind(0).at(1).unsignedBy(ALICE);
    Event second = EventBuilder.kind(0).at(2).unsignedBy(ALICE);
    Event held = EventBuilder.note("h").unsignedBy(ALICE);
    driver().append(first);
    driver().hold(held);
    driver().append(second);
    driver().release(held.id());

    assertThat(store().tail(0, 10).stream().map(LogRecord::seq)).containsExactly(3L, 4L, 5L);
  }

  @Test
  default void transactionKnowsTheNumberOfItsLastRecord() {
    driver().append(EventBuilder.note("before").unsignedBy(ALICE));
    List<Long> numbers =
        store()
            .write(tx -> {
              long before = tx.lastSeq();
              tx.append(EventBuilder.note("x").unsignedBy(ALICE), NOW);
              tx.append(EventBuilder.note("y").unsignedBy(ALICE), NOW);
              return List.of(before, tx.lastSeq());
            })
            .toCompletableFuture()
            .join();

    assertThat(numbers).containsExactly(1L, 3L);
    assertThat(store().lastSeq()).isEqualTo(3);
  }

  @Test
  default void listenerIsWokenAfterACommit() throws InterruptedException {
    CountDownLatch woken = new CountDownLatch(1);
    store().onCommit(woken::countDown);
    driver().append(EventBuilder.note("x").unsignedBy(ALICE));

    assertThat(woken.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  default void closedStoreTakesNoWrites() {
    store().close();

    assertThatThrownBy(() -> driver().append(EventBuilder.note("x").at(NOW).unsignedBy(ALICE)))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> assertThat(e.fault()).isEqualTo(StorageException.Fault.CLOSED));
    store().close();
  }
}
