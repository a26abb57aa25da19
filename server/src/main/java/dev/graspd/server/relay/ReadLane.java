package dev.graspd.server.relay;

import dev.graspd.core.store.StorageException;
import dev.graspd.server.base.OffEventLoop;
import dev.graspd.server.base.OnEventLoop;
import dev.graspd.server.charge.Payer;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection's reading: its jobs take turns, one slice of one job at a time, and none while the
 * client reads too slowly. Owned by the connection's loop.
 */
@OnEventLoop
final class ReadLane {
  private static final Logger LOG = LoggerFactory.getLogger(ReadLane.class);

  /** Something that is read in slices. Its state passes between threads with the slices. */
  interface Job {
    /** Reads the next slice, on a reader thread. Returns how much work that was. */
    long read();

    /** Passes on the events that were read, on the loop. Returns whether there is more to read. */
    boolean deliver();

    /** Tells, on the loop, that reading failed; the job is over. */
    void failed(boolean closing);

    boolean isAbandoned();

    /** Releases the job's resources; called exactly once, on the loop, however the job ended. */
    void gone();
  }

  private final Connection connection;
  private final ReaderPool pool;
  private final Object reader;
  private final LongSupplier nanoTime;
  private final ArrayDeque<Job> waiting = new ArrayDeque<>();
  private boolean busy;
  private volatile boolean closed;
  private long recentWork;
  private long halvedAt;

  ReadLane(Connection connection, ReaderPool pool, LongSupplier nanoTime) {
    this.connection = connection;
    this.pool = pool;
    Payer payer = connection.client().payer();
    // The operator's processes do not wait for each other.
    this.reader = payer.isOperator() ? this : payer;
    this.nanoTime = nanoTime;
    this.halvedAt = nanoTime.getAsLong();
  }

  void add(Job job) {
    if (closed) {
      job.gone();
      return;
    }
    waiting.add(job);
    proceed();
  }

  void proceed() {
    if (closed || busy || !connection.isWritable()) {
      return;
    }
    Job job = waiting.poll();
    if (job != null) {
      start(job);
    }
  }

  /** Removes a cancelled job; one that is being read right now is removed after that. */
  void remove(Job job) {
    if (waiting.remove(job)) {
      job.gone();
    }
  }

  void close() {
    closed = true;
    waiting.forEach(Job::gone);
    waiting.clear();
  }

  private void start(Job job) {
    busy = true;
    pool.submit(reader, ReaderPool.levelOf(decayedWork()), () -> read(job));
  }

  /** On a reader thread. */
  @OffEventLoop
  private void read(Job job) {
    try {
      long work = closed || job.isAbandoned() ? 0 : job.read();
      connection.loop().execute(() -> finish(job, work));
    } catch (StorageException e) {
      connection.loop().execute(() -> fail(job, e.fault() == StorageException.Fault.CLOSED));
    } catch (RejectedExecutionException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("reading failed", e);
      connection.loop().execute(() -> fail(job, false));
    }
  }

  private void finish(Job job, long work) {
    busy = false;
    recentWork += work;
    if (!closed && !job.isAbandoned() && job.deliver() && !closed && !job.isAbandoned()) {
      waiting.add(job);
    } else {
      job.gone();
    }
    proceed();
  }

  private void fail(Job job, boolean closing) {
    busy = false;
    if (!closed && !job.isAbandoned()) {
      job.failed(closing);
    }
    job.gone();
    proceed();
  }

  /** The amount halves every second. */
  private long decayedWork() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - halvedAt);
    if (seconds > 0) {
      recentWork >>= Math.min(seconds, Long.SIZE - 1);
      halvedAt += TimeUnit.SECONDS.toNanos(seconds);
    }
    return recentWork;
  }
}
