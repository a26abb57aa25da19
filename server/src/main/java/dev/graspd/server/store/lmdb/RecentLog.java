package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.LogRecord;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The newest records of the log, in memory: followers that are close to the end get the same
 * objects that were written, without a read. What is older than {@link #AGE_MAX} goes with the next
 * commit or the next {@link #forgetOld}: by then every follower that keeps up has had it. Filled by
 * the writer after each commit, read by anyone.
 */
final class RecentLog {
  /** More than the search index rests while it still keeps up. */
  static final Duration AGE_MAX = Duration.ofSeconds(3);

  private record Commit(long lastSeq, long nanos) {}

  private final int recordsMax;
  private final long bytesMax;
  private final LongSupplier nanoTime;
  private final ConcurrentSkipListMap<Long, LogRecord> records = new ConcurrentSkipListMap<>();

  /** Every record after this number that is in the log is here. */
  private volatile long completeAfter;

  /** The commits that have records here, the oldest first. */
  private final Deque<Commit> commits = new ArrayDeque<>();

  private int count;
  private long bytes;

  RecentLog(long lastSeq, int recordsMax, long bytesMax, LongSupplier nanoTime) {
    this.completeAfter = lastSeq;
    this.recordsMax = recordsMax;
    this.bytesMax = bytesMax;
    this.nanoTime = nanoTime;
  }

  /** Adds the records of a transaction, before its number is told. Only the writer calls this. */
  synchronized void committed(List<LogRecord> added) {
    forgetOld();
    if (!added.isEmpty()) {
      commits.addLast(new Commit(added.getLast().seq(), nanoTime.getAsLong()));
    }
    for (LogRecord record : added) {
      records.put(record.seq(), record);
      count++;
      bytes += bytesOf(record);
    }
    while (count > recordsMax || bytes > bytesMax) {
      forgetFirst();
    }
  }

  /**
   * Forgets records that a transaction has replaced, after its number was told: a reader to whom
   * the old number is the end must find them, or it would go past the change. Only the writer calls
   * this.
   */
  synchronized void replaced(List<Long> gone) {
    for (Long seq : gone) {
      forget(records.remove(seq));
    }
  }

  /** Forgets what is too old. */
  synchronized void forgetOld() {
    long now = nanoTime.getAsLong();
    while (!commits.isEmpty() && now - commits.getFirst().nanos() > AGE_MAX.toNanos()) {
      long last = commits.removeFirst().lastSeq();
      while (!records.isEmpty() && records.firstKey() <= last) {
        forgetFirst();
      }
    }
  }

  private void forgetFirst() {
    // The bound moves first: a reader that sees the old one still finds all records.
    completeAfter = records.firstKey();
    forget(records.remove(completeAfter));
  }

  private void forget(@Nullable LogRecord record) {
    if (record != null) {
      count--;
      bytes -= bytesOf(record);
    }
  }

  private static long bytesOf(LogRecord record) {
    return switch (record) {
      case LogRecord.Stored(_, Event event) -> HeapBytes.of(event);
      case LogRecord.Held(_, Event event) -> HeapBytes.of(event);
      case LogRecord.Released(_, Event event) -> HeapBytes.of(event);
      case LogRecord.Removed _,
          LogRecord.RefsMoved _,
          LogRecord.FamilyChanged _,
          LogRecord.BansChanged _ ->
          0;
    };
  }

  /** Returns the log between these numbers, null if it goes back further than memory does. */
  @Nullable List<LogRecord> tail(long afterSeq, long lastSeq, int max) {
    if (afterSeq < completeAfter) {
      return null;
    }
    List<LogRecord> tail = new ArrayList<>();
    for (LogRecord record : records.tailMap(afterSeq, false).values()) {
      if (tail.size() == max || record.seq() > lastSeq) {
        break;
      }
      tail.add(record);
    }
    // Records may have been dropped while we read: then the list may have a hole.
    return afterSeq < completeAfter ? null : tail;
  }
}
