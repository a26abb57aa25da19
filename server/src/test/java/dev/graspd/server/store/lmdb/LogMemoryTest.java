package dev.graspd.server.store.lmdb;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log in memory costs what its events take there, not what their text has. */
final class LogMemoryTest {
  private static final int EVENTS = 80;
  private static final long MIB = 1 << 20;

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  /** As many tag items as a client may send: 12 KB of text, more than ten times that in memory. */
  private static Event wide(int number) {
    String[] tag = new String[4_000];
    Arrays.fill(tag, "");
    tag[0] = "x";
    return EventBuilder.note("" + number).at(number).tag(tag).unsignedBy(ALICE);
  }

  @Test
  void newestRecordsAreWeighedAsTheyLieInMemory() {
    RecentLog log = new RecentLog(0, 1_000, MIB, () -> 0);
    for (int i = 1; i <= EVENTS; i++) {
      log.committed(List.of(new LogRecord.Stored(i, wide(i))));
    }
    List<Integer> kept =
        IntStream.range(0, EVENTS)
            .filter(after -> log.tail(after, EVENTS, EVENTS) != null)
            .boxed()
            .toList();
    assertThat(HeapBytes.of(wide(1))).isGreaterThan(10L * wide(1).json().length);
    assertThat((EVENTS - kept.getFirst()) * HeapBytes.of(wide(1))).isLessThanOrEqualTo(MIB);
  }

  @Test
  void oldRecordsLeaveMemoryWithTheNextCommit() {
    AtomicLong now = new AtomicLong();
    RecentLog log = new RecentLog(0, 1_000, MIB, now::get);
    log.committed(List.of(stored(1), stored(2)));
    now.addAndGet(RecentLog.AGE_MAX.toNanos());
    log.committed(List.of(stored(3)));
    assertThat(log.tail(0, 3, 10)).as("not too old yet").hasSize(3);
    now.addAndGet(1);
    log.committed(List.of(stored(4)));
    assertThat(log.tail(1, 4, 10)).isNull();
    assertThat(log.tail(2, 4, 10)).hasSize(2);
  }

  @Test
  void oldRecordsLeaveMemoryWithoutACommit() {
    AtomicLong now = new AtomicLong();
    RecentLog log = new RecentLog(0, 1_000, MIB, now::get);
    log.committed(List.of(stored(1), stored(2)));
    log.replaced(List.of(1L, 2L));
    log.committed(List.of(stored(3)));
    now.addAndGet(RecentLog.AGE_MAX.toNanos() + 1);
    log.forgetOld();
    assertThat(log.tail(2, 3, 10)).isNull();
    assertThat(log.tail(3, 3, 10)).isEmpty();
    log.committed(List.of(stored(4)));
    assertThat(log.tail(3, 4, 10)).hasSize(1);
  }

  /** Otherwise a reader for whom 1 is the end would find nothing, and be at the end. */
  @Test
  void replacedRecordIsFoundUntilTheNumberOfTheNewOneIsTold() {
    RecentLog log = new RecentLog(0, 1_000, MIB, () -> 0);
    log.committed(List.of(stored(1)));
    log.committed(List.of(stored(2)));
    assertThat(log.tail(0, 1, 10)).extracting(LogRecord::seq).containsExactly(1L);
    log.replaced(List.of(1L));
    assertThat(log.tail(0, 2, 10)).extracting(LogRecord::seq).containsExactly(2L);
  }

  private static LogRecord stored(int seq) {
    return new LogRecord.Stored(seq, wide(seq));
  }

  @Test
  void largeRecordsAreReadFromDiskAFewAtATime() {
    List<Event> events = IntStream.range(0, EVENTS).mapToObj(LogMemoryTest::wide).toList();
    try (EventStore store = TestStores.open(directory)) {
      StoreDriver driver = new StoreDriver(store);
      events.forEach(driver::append);
    }
    try (EventStore store = TestStores.open(directory)) {
      List<LogRecord> first = store.tail(0, EVENTS);
      assertThat(first.size() * HeapBytes.of(events.getFirst())).isLessThan(9 * MIB);
      List<LogRecord> all = new ArrayList<>();
      for (List<LogRecord> next = first;
          !next.isEmpty();
          next = store.tail(all.getLast().seq(), EVENTS)) {
        all.addAll(next);
      }
      assertThat(all).hasSize(EVENTS);
    }
  }
}
