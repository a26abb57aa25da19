package dev.graspd.server.search;

import dev.graspd.core.search.EventSearch;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.WorkerThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the index current and answers from it. Its thread, which a commit wakes, follows the log
 * and alone writes the index. An index that is missing, damaged, of another format, of another
 * store or too far behind is built again from the log, which has every served event; meanwhile a
 * search is refused (N50-7). If the files cannot be written, because the disk is full, what was
 * found last is found until they can.
 */
public final class SearchHost implements EventSearch, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SearchHost.class);

  /** Beside the store, in the relay data directory. */
  public static final String DIRECTORY = "search";

  /** What one search may take: a busy machine needs a hundred times as long as a quiet one. */
  private static final long SEARCH_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

  private final EventStore store;
  private final Path directory;
  private final Pace pace = Pace.ofCores(Runtime.getRuntime().availableProcessors());
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Signal signal = new Signal();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final WorkerThread thread =
      WorkerThread.uninterrupted("search", this::run, this::endSoon);

  private volatile @Nullable Visible visible;
  private volatile int percent;
  private volatile boolean isDamaged;
  private volatile boolean closed;

  /**
   * What is found now: all of the log up to the number, and nothing after it.
   *
   * @param reader has a reference of its own, so that it outlives the index that made it
   */
  private record Visible(DirectoryReader reader, long seq) {}

  /**
   * Follows the log of a store.
   *
   * @param directory for the files of the index alone
   */
  public SearchHost(EventStore store, Path directory) {
    this.store = store;
    this.directory = directory;
  }

  /** Begins in the background. */
  public void start() {
    store.onCommit(signal::give);
    thread.start();
  }

  /** Ends after the current records, and makes the index durable. */
  @Override
  public void close() {
    thread.close();
  }

  private void endSoon() {
    closed = true;
    closing.countDown();
    signal.give();
  }

  // ---- questions, from any thread

  @Override
  public Begun begin(List<SearchFilter> filters, long nowSeconds) {
    Visible now = visible;
    while (now != null && !now.reader.tryIncRef()) {
      // A newer one has taken its place by now, or none.
      now = visible;
    }
    return now == null ? new Begun.Building(percent) : running(now, filters, nowSeconds);
  }

  private Begun running(Visible now, List<SearchFilter> filters, long nowSeconds) {
    try {
      Hits hits = Hits.of(now.reader, filters, System::nanoTime, SEARCH_NANOS_MAX);
      return new Begun.Running(new SearchRun(store, filters, hits, now.seq, nowSeconds));
    } catch (IOException e) {
      LOG.error("the search index cannot be read and is built again", e);
      isDamaged = true;
      signal.give();
      return new Begun.Building(0);
    } finally {
      release(now.reader);
    }
  }

  private static void release(DirectoryReader reader) {
    try {
      reader.decRef();
    } catch (IOException e) {
      LOG.debug("files of the search index are not closed", e);
    }
  }

  // ---- on the thread

  private void run() throws InterruptedException {
    try {
      while (!closed) {
        attempt();
      }
    } catch (RuntimeException e) {
      LOG.error("the search index stops until the next start", e);
    } finally {
      forget();
    }
  }

  private void attempt() throws InterruptedException {
    try (EventIndex index = openOrEmpty()) {
      follow(index);
    } catch (LockObtainFailedException e) {
      LOG.error("another server uses the search index in {}; it is left alone", directory, e);
      boolean _ = signal.await(WorkerThread.RETRY_AFTER);
    } catch (IOException | UncheckedIOException | AlreadyClosedException e) {
      LOG.error("the search index cannot be written; the next attempt is in 10 s", e);
      boolean _ = signal.await(WorkerThread.RETRY_AFTER);
    } catch (StorageException e) {
      LOG.debug("the search index does not go on", e);
      boolean _ = signal.await(WorkerThread.RETRY_AFTER);
    }
  }

  private void show(DirectoryReader reader, long seq) {
    reader.incRef();
    Visible before = visible;
    visible = new Visible(reader, seq);
    release(before);
  }

  private void forget() {
    Visible before = visible;
    visible = null;
    percent = 0;
    release(before);
  }

  private static void release(@Nullable Visible visible) {
    if (visible != null) {
      release(visible.reader);
    }
  }

  private EventIndex openOrEmpty() throws IOException {
    Files.createDirectories(directory);
    try {
      EventIndex index = EventIndex.open(directory);
      if (isOfThisStore(index.committed())) {
        return index;
      }
      index.close();
      LOG.info("the search index is not of this state of the store and is built again");
    } catch (IOException | RuntimeException e) {
      if (!isDamage(e)) {
        throw e;
      }
      LOG.warn("the search index cannot be used and is built again: {}", e.toString());
    }
    forget();
    isDamaged = false;
    empty();
    return EventIndex.open(directory);
  }

  /** Files that another process has locked, or that cannot be opened now, may be sound. */
  private static boolean isDamage(Exception e) {
    return switch (e) {
      case LockObtainFailedException _ -> false;
      case NoSuchFileException _ -> true;
      case FileSystemException _ -> false;
      default -> true;
    };
  }

  /**
   * Another store may have been put in place; a follower that is too far behind misses removals.
   */
  private boolean isOfThisStore(EventIndex.Position position) {
    long behind = store.lastSeq() - position.seq();
    if (isDamaged || behind < 0) {
      return false;
    }
    if (position.seq() == 0) {
      return true;
    }
    List<LogRecord> records = store.tail(position.seq() - 1, 1);
    boolean isThere = !records.isEmpty() && records.getFirst().seq() == position.seq();
    return behind <= EventStore.REMOVALS_KEPT
        && (!isThere || IndexFollower.named(records.getFirst()).equals(position.record()));
  }

  private void empty() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(directory)) {
          Files.delete(file);
        }
      }
    }
  }

  private void follow(EventIndex index) throws IOException, InterruptedException {
    IndexFollower follower = new IndexFollower(store, index, () -> closed || isDamaged);
    if (!follower.build(done -> percent = done)) {
      return;
    }
    show(index.refreshed(), follower.position());
    LogGrowth growth = new LogGrowth(store.lastSeq(), System.nanoTime());
    while (!closed && !isDamaged && follower.isNear()) {
      long began = System.nanoTime();
      long beganCpu = threads.getCurrentThreadCpuTime();
      boolean hasMore = follower.readSome();
      show(index.refreshed(), follower.position());
      long now = System.nanoTime();
      double perSecond = growth.perSecond(store.lastSeq(), now);
      Pace.Work work = new Pace.Work(threads.getCurrentThreadCpuTime() - beganCpu, now - began);
      long pause = pace.pauseNanos(work, follower.behind(), perSecond);
      boolean _ = closing.await(pause, TimeUnit.NANOSECONDS);
      if (!hasMore) {
        boolean _ = signal.await(follower.untilCommit());
      }
      follower.commitIfDue();
    }
    if (!isDamaged) {
      follower.commit();
    }
  }
}
