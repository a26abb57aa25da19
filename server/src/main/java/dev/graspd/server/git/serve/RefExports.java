package dev.graspd.server.git.serve;

import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the files for plain git current: follows the log, and writes the files of each repository
 * whose refs moved, once for however many moves it finds. A thread of its own does this; the writer
 * only wakes it. At the start it writes all files that are missing or may be old.
 */
public final class RefExports implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RefExports.class);

  /** Log records read at a time. */
  private static final int BATCH = 1_000;

  private final EventStore events;
  private final RepositoryStore repositories;
  private final RefExport export;
  private final Semaphore signal = new Semaphore(0);
  private final Thread thread = Thread.ofVirtual().name("ref-export").unstarted(this::run);

  private volatile boolean closed;

  /** The last record that was passed. Owned by the thread. */
  private long position;

  public RefExports(EventStore events, RepositoryStore repositories, RefExport export) {
    this.events = events;
    this.repositories = repositories;
    this.export = export;
  }

  /** Begins with all repositories, in the background, and then follows the log. */
  public void start() {
    position = events.lastSeq();
    events.onCommit(signal::release);
    thread.start();
  }

  /** Ends after the file that is being written; the next start does what is left. */
  @Override
  public void close() {
    // No interrupt: that would close files under git's reader.
    closed = true;
    signal.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      // A process that was killed may have moved refs that it had not exported yet.
      repositories.allRefs().keySet().forEach(this::write);
      repositories.holdings().forEach(ended -> write(ended.repository()));
      while (!closed) {
        signal.acquire();
        signal.drainPermits();
        moved().forEach(this::write);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StorageException e) {
      LOG.debug("the export of refs ends with the store", e);
    } catch (RuntimeException e) {
      LOG.error("refs are not exported for plain git any more, until the next start", e);
    }
  }

  private SortedSet<RepoAddress> moved() {
    SortedSet<RepoAddress> moved = new TreeSet<>();
    List<LogRecord> records = events.tail(position, BATCH);
    while (!records.isEmpty()) {
      for (LogRecord record : records) {
        if (record instanceof LogRecord.RefsMoved(_, var repository)) {
          moved.add(repository);
        }
      }
      position = records.getLast().seq();
      records = events.tail(position, BATCH);
    }
    return moved;
  }

  /** Writes the refs of now, which may be newer than the record that led here. */
  private void write(RepoAddress repository) {
    if (closed) {
      return;
    }
    Refs refs =
        repositories.refs(repository.identifier()).getOrDefault(repository.owner(), Refs.NONE);
    try {
      if (refs.isEmpty() && repositories.holding(repository).isPresent()) {
        export.remove(repository);
      } else {
        export.export(repository, refs);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn(
          "the refs of {} cannot be exported for plain git: {}", repository.shown(), e.toString());
    }
  }
}
