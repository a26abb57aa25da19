package dev.graspd.server.store.lmdb.check;

import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers while others write: what is stored and what follows in the log fit without a seam. */
@Timeout(120)
final class ConcurrencyTest {
  private static final int WRITERS = 3;
  private static final int READERS = 4;
  private static final int EVENTS_EACH = 250;
  private static final int EVENTS = WRITERS * EVENTS_EACH;

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  /** Lets threads wait for the log to grow. */
  private static final class Growth {
    private final EventStore store;

    Growth(EventStore store) {
      this.store = store;
      store.onCommit(this::grown);
    }

    private synchronized void grown() {
      notifyAll();
    }

    synchronized void awaitBeyond(long seq) throws InterruptedException {
      while (store.lastSeq() <= seq) {
        wait(1_000);
      }
    }
  }

  /** Every reader starts at a chance moment, reads in tiny slices, then follows the log. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void storedThenLiveHasNoGapAndNoDuplicate(long seed) throws Exception {
    List<PublicKey> authors =
        IntStream.range(0, WRITERS).mapToObj(i -> Signer.numbered(i).publicKey()).toList();
    Random random = new Random(seed);
    try (EventStore store = TestStores.open(directory, TestStores.small());
        ExecutorService threads = Executors.newCachedThreadPool()) {
      Growth growth = new Growth(store);
      List<Future<?>> writers = new ArrayList<>();
      List<Future<List<EventId>>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        long start = random.nextInt(EVENTS);
        readers.add(threads.submit(() -> storedThenLive(store, growth, start)));
      }
      for (PublicKey author : authors) {
        writers.add(threads.submit(() -> write(store, author)));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      for (Future<List<EventId>> reader : readers) {
        assertThat(reader.get()).as("seed %d", seed).doesNotHaveDuplicates().hasSize(EVENTS);
      }
    }
    assertThat(StoreChecker.check(directory).problems()).isEmpty();
  }

  private static void write(EventStore store, PublicKey author) {
    for (int i = 0; i < EVENTS_EACH; i++) {
      Event event = EventBuilder.note("n" + i).at(1_000 + i % 50).unsignedBy(author);
      if (i % 5 == 0) {
        done(store, transaction -> transaction.hold(event, NOW));
        done(store, transaction -> transaction.release(event.id(), NOW));
      } else {
        done(store, transaction -> transaction.append(event, NOW));
      }
    }
  }

  private static void done(EventStore store, Function<StoreTransaction, Object> work) {
    store.write(work).toCompletableFuture().join();
  }

  private static List<EventId> storedThenLive(EventStore store, Growth growth, long start)
      throws InterruptedException {
    growth.awaitBeyond(start);
    List<EventId> seen = new ArrayList<>();
    QueryRun run = store.query(List.of(Filter.ALL), NOW);
    QueryRun.Slice slice;
    do {
      slice = run.next(7, 2_000);
      slice.events().forEach(found -> seen.add(found.id()));
    } while (slice.end() == QueryRun.End.MORE);
    long after = run.snapshotSeq();
    while (seen.size() < EVENTS) {
      growth.awaitBeyond(after);
      for (LogRecord record : store.tail(after, 11)) {
        assertThat(record.seq()).isGreaterThan(after);
        after = record.seq();
        servedBy(record).ifPresent(event -> seen.add(event.id()));
      }
    }
    return seen;
  }

  private static Optional<Event> servedBy(LogRecord record) {
    return switch (record) {
      case LogRecord.Stored(_, Event event) -> Optional.of(event);
      case LogRecord.Released(_, Event event) -> Optional.of(event);
      case LogRecord.Held _,
          LogRecord.Removed _,
          LogRecord.RefsMoved _,
          LogRecord.FamilyChanged _,
          LogRecord.BansChanged _ ->
          Optional.empty();
    };
  }
}
