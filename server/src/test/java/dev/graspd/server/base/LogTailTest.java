package dev.graspd.server.base;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.Removal;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LogTailTest {
  private final ModelEventStore store = new ModelEventStore();
  private final List<Long> passed = new ArrayList<>();
  private int written;

  private Event write() {
    Event event = EventBuilder.kind(1).content("event " + written++).unsignedBy(ALICE);
    store.write(tx -> tx.append(event, 0)).toCompletableFuture().join();
    return event;
  }

  private void write(int count) {
    for (int i = 0; i < count; i++) {
      write();
    }
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  @Test
  void passesEachRecordOnceAndInOrder() {
    LogTail tail = new LogTail(store, 0);
    write(3);
    tail.read(record -> passed.add(record.seq()));
    write(2);
    tail.read(record -> passed.add(record.seq()));

    assertThat(passed).isEqualTo(numbers(1, 5));
    assertThat(tail.position()).isEqualTo(5);
    assertThat(tail.isAtEnd()).isTrue();
  }

  @Test
  void beginsAtTheEndIfOnlyNewRecordsAreWanted() {
    write(3);
    LogTail tail = LogTail.ofNew(store);
    assertThat(tail.isAtEnd()).isTrue();
    write();
    assertThat(tail.isAtEnd()).isFalse();

    tail.read(record -> passed.add(record.seq()));

    assertThat(passed).isEqualTo(numbers(4, 4));
  }

  @Test
  void readsAnyNumberOfBatches() {
    LogTail tail = new LogTail(store, 0);
    write(2 * LogTail.BATCH + 1);

    tail.read(record -> passed.add(record.seq()));

    assertThat(passed).isEqualTo(numbers(1, 2 * LogTail.BATCH + 1));
  }

  @Test
  void readsSomeAtATime() {
    LogTail tail = new LogTail(store, 0);
    write(LogTail.BATCH + 1);

    assertThat(tail.readSome(store.lastSeq(), record -> passed.add(record.seq()))).isTrue();
    assertThat(passed).hasSize(LogTail.BATCH);
    assertThat(tail.readSome(store.lastSeq(), record -> passed.add(record.seq()))).isFalse();
    assertThat(passed).hasSize(LogTail.BATCH + 1);
    assertThat(tail.readSome(store.lastSeq(), record -> passed.add(record.seq()))).isFalse();
  }

  @Test
  void nothingBeyondTheGivenNumberIsPassed() {
    LogTail tail = new LogTail(store, 0);
    write(5);

    tail.readTo(3, record -> passed.add(record.seq()));
    assertThat(passed).isEqualTo(numbers(1, 3));
    assertThat(tail.position()).isEqualTo(3);
    tail.readTo(2, record -> passed.add(record.seq()));
    assertThat(tail.position()).isEqualTo(3);
  }

  @Test
  void recordsThatLeftTheLogAreSkipped() {
    LogTail tail = new LogTail(store, 0);
    write();
    Event second = write();
    Event third = write();
    write();
    remove(second);
    remove(third);

    tail.readTo(3, record -> passed.add(record.seq()));

    assertThat(passed).isEqualTo(numbers(1, 1));
    assertThat(tail.position()).isEqualTo(3);
  }

  private void remove(Event event) {
    assertThat(
            store
                .write(tx -> tx.remove(event.id(), Removal.DELETED, 0))
                .toCompletableFuture()
                .join())
        .isTrue();
  }

  @Test
  void recordIsPassedAgainIfItsReaderThrew() {
    LogTail tail = new LogTail(store, 0);
    write(2);

    assertThatThrownBy(() ->
            tail.read(record -> {
              if (record.seq() == 2) {
                throw new IOException("not now");
              }
            }))
        .isInstanceOf(IOException.class);
    assertThat(tail.position()).isEqualTo(1);
    tail.read(record -> passed.add(record.seq()));

    assertThat(passed).isEqualTo(numbers(2, 2));
  }

  @Test
  void goesBackButNeverForward() {
    LogTail tail = new LogTail(store, 0);
    write(3);
    tail.read(_ -> {});

    tail.goBackTo(7);
    assertThat(tail.position()).isEqualTo(3);
    tail.goBackTo(1);
    tail.read(record -> passed.add(record.seq()));

    assertThat(passed).isEqualTo(numbers(2, 3));
  }
}
