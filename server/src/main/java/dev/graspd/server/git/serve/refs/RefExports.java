package dev.graspd.server.git.serve.refs;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.base.EndedWalk;
import dev.graspd.server.base.FamilyWalk;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.WorkerThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the files for plain git current: follows the log, and writes the files of each repository
 * whose refs moved, once for all moves that it finds. It has its own thread, which a commit wakes.
 * At the start it writes what an earlier process has left.
 */
public final class RefExports implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RefExports.class);

  /** Records of the log without moves, between two times that the position is written. */
  static final long RECORDS_UNSAVED_MAX = 1_000;

  /** This process has not written its position yet. */
  static final long UNKNOWN = -1;

  private final EventStore events;
  private final RepositoryStore repositories;
  private final RefExport export;
  private final boolean writes;
  private final LogTail log;
  private final Signal signal = new Signal();
  private final List<Consumer<RepoAddress>> listeners = new CopyOnWriteArrayList<>();
  private final WorkerThread thread =
      WorkerThread.uninterrupted("ref-export", this::run, this::endSoon);

  private volatile boolean closed;

  /** Some files could not be written: the next start tries again. */
  private boolean isIncomplete;

  /** The position that is on disk; used by the thread alone. */
  private long remembered = UNKNOWN;

  /**
   * Follows the log of a store.
   *
   * @param writes whether it may write to the store
   */
  public RefExports(
      EventStore events, RepositoryStore repositories, RefExport export, boolean writes) {
    this.writes = writes;
    this.events = events;
    this.repositories = repositories;
    this.export = export;
    this.log = LogTail.ofNew(events);
  }

  /** Begins in the background with what is missing, and then follows the log. */
  public void start() {
    events.onCommit(signal::give);
    thread.start();
  }

  /** Tells of each repository whose refs moved, or which ended, after that. */
  public void onMoved(Consumer<RepoAddress> listener) {
    listeners.add(listener);
  }

  /** Ends after the current file; the next start writes the rest. */
  @Override
  public void close() {
    thread.close();
  }

  private void endSoon() {
    closed = true;
    signal.give();
  }

  private void run() throws InterruptedException {
    try {
      exportMissing();
      while (!closed) {
        SortedSet<RepoAddress> moved = moved();
        for (RepoAddress repository : moved) {
          listeners.forEach(listener -> listener.accept(repository));
          write(repository);
        }
        rememberPosition(!moved.isEmpty());
        signal.await();
      }
    } catch (StorageException e) {
      LOG.debug("the export of refs ends with the store", e);
    } catch (RuntimeException e) {
      LOG.error("the export of refs for plain git stops until the next start", e);
    }
  }

  /**
   * A killed process may have moved refs without exporting them. Beside the files is the number in
   * the log up to which they are current; if the log still has all later moves, it tells them.
   */
  private void exportMissing() throws InterruptedException {
    OptionalLong exported = export.position();
    long last = log.position();
    if (exported.isPresent()
        && exported.getAsLong() <= last
        && last - exported.getAsLong() <= EventStore.REMOVALS_KEPT) {
      log.goBackTo(exported.getAsLong());
      return;
    }
    long _ =
        new FamilyWalk(repositories, () -> closed)
            .visit(
                Rows.REFS,
                family ->
                    repositories
                        .refs(family)
                        .keySet()
                        .forEach(owner -> writeAgain(new RepoAddress(owner, family))));
    EndedWalk.of(repositories.ended()).forEach(ended -> write(ended.repository()));
  }

  private void rememberPosition(boolean hasMoved) {
    if (closed || isIncomplete || !isWorthWriting(log.position(), remembered, hasMoved)) {
      return;
    }
    try {
      export.putPosition(log.position());
      remembered = log.position();
    } catch (IOException e) {
      LOG.warn("the next start exports all refs for plain git again: {}", e.toString());
    }
  }

  /** Not after each event: a start reads a part of the log in less time than one file takes. */
  static boolean isWorthWriting(long position, long remembered, boolean hasMoved) {
    boolean isNews = position != remembered && (hasMoved || remembered == UNKNOWN);
    return isNews || position - remembered >= RECORDS_UNSAVED_MAX;
  }

  private SortedSet<RepoAddress> moved() {
    SortedSet<RepoAddress> moved = new TreeSet<>();
    log.read(record -> {
      if (record instanceof LogRecord.RefsMoved(_, var repository)) {
        moved.add(repository);
      }
    });
    return moved;
  }

  /**
   * Lets the store remember what the tags lead to: the next process then needs no objects to list
   * them. Done here and not by those who ask for refs, so that readers cause no writes: there is at
   * most one write for each move of a repository's tags.
   */
  private void remember(RepoAddress repository, Refs refs, Refs trusted) {
    SortedMap<Oid, Oid> targets =
        writes ? export.unknownTargets(repository, trusted) : new TreeMap<>();
    if (refs.withPeeled(targets).peeled().equals(refs.peeled())) {
      return;
    }
    try {
      boolean _ =
          events
              .write(tx -> {
                tx.repositories().putPeeled(repository, targets);
                return true;
              })
              .toCompletableFuture()
              .join();
    } catch (CompletionException e) {
      // A full disk, for example: the objects tell it too.
      LOG.debug("the targets of tags of {} are not remembered", repository.shown(), e);
    }
  }

  /** Writes the current refs, which may be newer than the log record. */
  private void write(RepoAddress repository) {
    write(repository, true);
  }

  /** The same, but reads all tags again: an operator may ask for that. */
  private void writeAgain(RepoAddress repository) {
    write(repository, false);
  }

  private void write(RepoAddress repository, boolean trustsTags) {
    if (closed) {
      return;
    }
    Refs refs =
        repositories.refs(repository.identifier()).getOrDefault(repository.owner(), Refs.NONE);
    Refs trusted = trustsTags ? refs : refs.withoutPeeled();
    try {
      if (refs.isEmpty() && repositories.ended().find(repository).isPresent()) {
        export.remove(repository);
      } else {
        export.export(repository, trusted);
        remember(repository, refs, trusted);
      }
    } catch (IOException | UncheckedIOException e) {
      isIncomplete = true;
      LOG.warn(
          "the refs of {} cannot be exported for plain git: {}", repository.shown(), e.toString());
    }
  }
}
