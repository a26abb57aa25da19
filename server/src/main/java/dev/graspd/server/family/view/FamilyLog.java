package dev.graspd.server.family.view;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.server.base.LogTail;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Follows the changes of families in the log. All that memory knows of families comes from here,
 * whether this process wrote the change or another one over the same store. Thread-safe.
 */
public final class FamilyLog implements AutoCloseable {
  /** Learns of changes of families; must not wait for other families. */
  public interface Listener {
    /**
     * A family has changed.
     *
     * @param version its version now, or a later one
     */
    void changed(Identifier family, long version);
  }

  private final EventStore events;
  private final LogTail log;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> afterwards = new CopyOnWriteArrayList<>();
  private final AtomicBoolean follows = new AtomicBoolean();
  private volatile boolean isClosed;

  /** Begins with the changes that come from now on: listeners read the rows afterwards. */
  public FamilyLog(EventStore events) {
    this.events = events;
    this.log = LogTail.ofNew(events);
  }

  public void add(Listener listener) {
    listeners.add(listener);
  }

  /** Adds work that may read families, to be done when all listeners have learned of changes. */
  public void afterwards(Runnable work) {
    afterwards.add(work);
  }

  /** Returns whether memory has all changes. Reads nothing: for event loops. */
  boolean isAtEnd() {
    return log.isAtEnd();
  }

  /** Tells the listeners all changes that are on disk, and does the work afterwards. */
  public void settle() {
    tell();
    afterwards.forEach(Runnable::run);
  }

  /** The same, but if others have told all changes, it does not wait for the work afterwards. */
  public void keepUp() {
    if (!log.isAtEnd()) {
      settle();
    }
  }

  /**
   * Tells the listeners all changes up to one that was read in the store, so that no memory is
   * older than what was read. For a moment a change is on disk and not yet in the log.
   */
  void keepUpTo(long seq) {
    while (log.position() < seq && !isClosed) {
      settle();
      Thread.onSpinWait();
    }
  }

  private synchronized void tell() {
    if (!log.isAtEnd()) {
      log.read(record -> {
        if (record instanceof LogRecord.FamilyChanged(var version, var family)) {
          listeners.forEach(one -> one.changed(family, version));
        }
      });
    }
  }

  /** Does so after each commit, so that event loops find memory up to date. */
  public void keepUp(Executor executor) {
    events.onCommit(() -> {
      if (!isClosed && follows.compareAndSet(false, true)) {
        try {
          executor.execute(() -> {
            follows.set(false);
            keepUp();
          });
        } catch (RejectedExecutionException e) {
          // The server stops.
          follows.set(false);
        }
      }
    });
  }

  /** Follows commits no longer; the store may go on without this host. */
  @Override
  public void close() {
    isClosed = true;
  }
}
