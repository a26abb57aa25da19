package dev.graspd.server.search;

import dev.graspd.core.search.SearchFields;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.server.base.LogTail;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Brings the log into an index. For the one thread that writes it. */
final class IndexFollower {
  /** Between two times that the index is made durable; what is newer is read from the log again. */
  private static final Duration COMMIT_EVERY = Duration.ofMinutes(2);

  /** While nothing changes, a look at whether the server ends is enough. */
  private static final Duration IDLE = Duration.ofMinutes(10);

  private static final int PERCENT = 100;

  /** Batches of log records between two times that new events become visible. */
  private static final int BATCHES = 4;

  private final EventStore store;
  private final EventIndex index;
  private final BooleanSupplier isOver;
  private final LogTail log;
  private EventIndex.Position durable;

  /** Named only when it is written down; null before the first one. */
  private @Nullable LogRecord lastRecord;

  private long dirtySinceNanos;

  /**
   * Begins where the index ends.
   *
   * @param isOver whether to stop
   */
  IndexFollower(EventStore store, EventIndex index, BooleanSupplier isOver) {
    this.store = store;
    this.index = index;
    this.isOver = isOver;
    this.durable = index.committed();
    this.log = new LogTail(store, durable.seq());
  }

  /** Reads the log up to its present end; returns false if it had to stop. */
  boolean build(IntConsumer percent) throws IOException {
    long last = store.lastSeq();
    long first = log.position();
    while (log.readSome(last, this::pass)) {
      if (isOver.getAsBoolean()) {
        return false;
      }
      percent.accept((int) (PERCENT * (log.position() - first) / Math.max(1, last - first)));
    }
    if (last > first) {
      commit();
    }
    return true;
  }

  /** Reads some batches of the log; returns whether there is more. */
  boolean readSome() throws IOException {
    long last = store.lastSeq();
    boolean hasMore = log.readSome(last, this::pass);
    for (int i = 1; i < BATCHES && hasMore && !isOver.getAsBoolean(); i++) {
      hasMore = log.readSome(last, this::pass);
    }
    noteChange();
    return hasMore;
  }

  /** Returns whether the log still has all removals. */
  boolean isNear() {
    return behind() <= EventStore.REMOVALS_KEPT;
  }

  /** Returns how many records of the log are to be read. */
  long behind() {
    return store.lastSeq() - log.position();
  }

  /** Returns the number in the log up to which the index has everything. */
  long position() {
    return log.position();
  }

  private void pass(LogRecord record) throws IOException {
    switch (record) {
      case LogRecord.Stored(_, var event) -> {
        if (SearchFields.isSearched(event.kind())) {
          index.add(event);
        }
      }
      case LogRecord.Released(_, var event) -> {
        if (SearchFields.isSearched(event.kind())) {
          index.add(event);
        }
      }
      case LogRecord.Removed(_, var id, _, var kind, _, _) -> {
        if (SearchFields.isSearched(kind)) {
          index.remove(id);
        }
      }
      case LogRecord.Held _,
          LogRecord.RefsMoved _,
          LogRecord.FamilyChanged _,
          LogRecord.BansChanged _ -> {}
    }
    lastRecord = record;
  }

  // ---- durability

  private boolean isDirty() {
    return log.position() > durable.seq();
  }

  private void noteChange() {
    if (dirtySinceNanos == 0 && isDirty()) {
      dirtySinceNanos = System.nanoTime();
    }
  }

  /** Returns how long nothing has to be done if nothing changes. */
  Duration untilCommit() {
    if (dirtySinceNanos == 0) {
      return IDLE;
    }
    long left = COMMIT_EVERY.toNanos() - (System.nanoTime() - dirtySinceNanos);
    return Duration.ofNanos(Math.max(1, left));
  }

  void commitIfDue() throws IOException {
    if (dirtySinceNanos != 0 && System.nanoTime() - dirtySinceNanos >= COMMIT_EVERY.toNanos()) {
      commit();
    }
  }

  void commit() throws IOException {
    if (isDirty()) {
      String name = lastRecord == null ? durable.record() : named(lastRecord);
      EventIndex.Position now = new EventIndex.Position(log.position(), name);
      index.commit(now);
      durable = now;
    }
    dirtySinceNanos = 0;
  }

  /** Returns what tells one record of a store from a record of another store. */
  static String named(LogRecord record) {
    return switch (record) {
      case LogRecord.Stored(_, var event) -> "stored " + event.id();
      case LogRecord.Held(_, var event) -> "held " + event.id();
      case LogRecord.Released(_, var event) -> "released " + event.id();
      case LogRecord.Removed(_, var id, _, _, _, _) -> "removed " + id;
      case LogRecord.RefsMoved(_, var repository) -> "refs " + repository.shown();
      case LogRecord.FamilyChanged(_, var family) -> "family " + family.toString();
      case LogRecord.BansChanged _ -> "bans";
    };
  }
}
