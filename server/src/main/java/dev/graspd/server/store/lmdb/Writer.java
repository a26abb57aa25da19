package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.rules.StoreRules;
import dev.graspd.server.base.EventLoops;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.store.lmdb.row.LmdbRows;
import dev.graspd.server.store.lmdb.table.Committer;
import dev.graspd.server.store.lmdb.table.LmdbFaults;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import dev.graspd.server.store.lmdb.table.Tables;
import dev.graspd.server.store.lmdb.table.WriteBuffers;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. It puts all waiting work into one transaction, syncs once, and then
 * answers: the more work waits, the less each write costs.
 *
 * <p>Full disk (P7): the work is refused and the next one tries again. Any other failure of the
 * disk (P6): writing stops, and the process ends.
 */
final class Writer {
  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

  /** A batch of this size means load: it pays off to wait for the next one. */
  private static final int GATHER_FROM = 64;

  /** With this much work in the queue there is no need to wait. */
  private static final int GATHER_TO = 1_000;

  private static final Duration GATHER_MAX = Duration.ofMillis(25);
  private static final Duration GATHER_STEP = Duration.ofMillis(1);

  private final Tables tables;
  private final StoreSettings settings;
  private final Committer committer;
  private final LongSupplier usableBytes;
  private final Consumer<StorageException> onBroken;
  private final RecentLog recent;

  private final WriteBuffers buffers = new WriteBuffers();
  private final LinkedBlockingQueue<Job<?>> queue = new LinkedBlockingQueue<>();
  private final Semaphore room;
  private final List<Runnable> wakes = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private final Object gate = new Object();
  private final Job<Boolean> end = new Job<>(_ -> true, false);

  /** How many of the operator's running actions may use the disk's reserve. */
  private final AtomicInteger reserveUsers = new AtomicInteger();

  /** Owned by the writer's thread. */
  private int lastBatch;

  private boolean closed;
  private volatile @Nullable StorageException broken;
  private volatile long committedSeq;

  /** From before a commit can be read until its number is told. */
  private volatile boolean isCommitting;

  Writer(
      Tables tables,
      StoreSettings settings,
      RecentLog recent,
      long lastSeq,
      Committer committer,
      LongSupplier usableBytes,
      Consumer<StorageException> onBroken) {
    this.tables = tables;
    this.settings = settings;
    this.recent = recent;
    this.committedSeq = lastSeq;
    this.committer = committer;
    this.usableBytes = usableBytes;
    this.onBroken = onBroken;
    this.room = new Semaphore(settings.queueMax());
    this.thread = Thread.ofPlatform().name("store-writer").unstarted(this::run);
  }

  /** Work in the queue, with the future of its answer. */
  private static final class Job<R> {
    private final Function<StoreTransaction, R> work;
    final CompletableFuture<R> answer = new CompletableFuture<>();
    final boolean tookRoom;
    private @Nullable Runnable success;

    Job(Function<StoreTransaction, R> work, boolean tookRoom) {
      this.work = work;
      this.tookRoom = tookRoom;
    }

    void run(StoreTransaction transaction) {
      R result = work.apply(transaction);
      success = () -> answer.complete(result);
    }

    void succeed() {
      if (success != null) {
        success.run();
      }
    }

    void fail(Throwable cause) {
      answer.completeExceptionally(cause);
    }
  }

  void start() {
    thread.start();
  }

  long committedSeq() {
    return committedSeq;
  }

  /**
   * Returns the number of the last commit, and waits for it if its rows can be read already. A
   * reader of the log would find neither the records that it has replaced nor the new ones, and
   * believe to be at the end.
   */
  long told(long readSeq) {
    while (committedSeq < readSeq && isCommitting) {
      Thread.onSpinWait();
    }
    return committedSeq;
  }

  void onCommit(Runnable wake) {
    wakes.add(wake);
  }

  <R> CompletionStage<R> submit(Function<StoreTransaction, R> work) {
    EventLoops.requireElsewhere();
    // The writer itself must not wait for the room that only it can make.
    boolean takesRoom = !thread.equals(Thread.currentThread());
    if (takesRoom) {
      room.acquireUninterruptibly();
    }
    Job<R> job = new Job<>(work, takesRoom);
    synchronized (gate) {
      if (!closed) {
        queue.add(job);
        return job.answer;
      }
    }
    if (takesRoom) {
      room.release();
    }
    job.fail(LmdbFaults.closed());
    return job.answer;
  }

  EventStore.ReserveUse useReserve() {
    AtomicBoolean open = new AtomicBoolean(true);
    reserveUsers.incrementAndGet();
    return () -> {
      if (open.getAndSet(false)) {
        reserveUsers.decrementAndGet();
      }
    };
  }

  /** Finishes waiting work, then ends the thread. */
  void close() {
    synchronized (gate) {
      closed = true;
    }
    queue.add(end);
    WorkerThread.awaitEnd(thread);
  }

  private void run() {
    List<Job<?>> batch = new ArrayList<>();
    boolean goesOn = true;
    while (goesOn) {
      goesOn = takeInto(batch);
      write(batch);
      batch.clear();
    }
  }

  /** Waits for work; returns false when none will come. */
  private boolean takeInto(List<Job<?>> batch) {
    try {
      batch.add(queue.take());
    } catch (InterruptedException e) {
      LOG.warn("the writer was interrupted and continues: waiting work must be answered");
      return true;
    }
    gather();
    queue.drainTo(batch, settings.batchMax() - 1);
    lastBatch = batch.size();
    int roomMade = 0;
    for (Job<?> job : batch) {
      roomMade += job.tookRoom ? 1 : 0;
    }
    room.release(roomMade);
    return !batch.remove(end);
  }

  /**
   * Under load, waits for more work before the transaction begins: many events change the same
   * pages, which then are written once for all of them. A batch of 4,000 costs each event half of
   * what one of 1,000 does and a quarter of one of 100. Waits only while work keeps coming, so that
   * a client that waits for answers before it sends more is not delayed.
   */
  private void gather() {
    if (lastBatch < GATHER_FROM) {
      return;
    }
    long until = System.nanoTime() + GATHER_MAX.toNanos();
    int before = -1;
    int waiting = queue.size();
    while (waiting > before && waiting < GATHER_TO && System.nanoTime() < until) {
      LockSupport.parkNanos(GATHER_STEP.toNanos());
      before = waiting;
      waiting = queue.size();
    }
  }

  private void write(List<Job<?>> batch) {
    List<Job<?>> left = new ArrayList<>(batch);
    try {
      refuseIfHopeless();
      Job<?> bad = left.isEmpty() ? null : attempt(left);
      while (bad != null) {
        left.remove(bad);
        bad = left.isEmpty() ? null : attempt(left);
      }
    } catch (StorageException e) {
      left.forEach(job -> job.fail(e));
      return;
    } catch (RuntimeException | Error e) {
      // Neither the work's fault nor a known fault of the disk: answer, and stop writing.
      StorageException fault = failure(LmdbFaults.broken(e));
      left.forEach(job -> job.fail(fault));
      return;
    }
    left.forEach(Job::succeed);
    if (!left.isEmpty()) {
      wakes.forEach(this::wake);
    }
  }

  private void refuseIfHopeless() {
    StorageException known = broken;
    if (known != null) {
      throw known;
    }
    long usable = usableBytes.getAsLong();
    if (usable < settings.reserveBytes() && reserveUsers.get() == 0) {
      throw LmdbFaults.belowReserve(usable);
    }
  }

  /**
   * Runs the work in one transaction and commits it. If one throws, nothing is committed and that
   * one is returned, answered already: the others are not at fault and are tried again.
   */
  private @Nullable Job<?> attempt(List<Job<?>> jobs) {
    try (WriteSession session = begin()) {
      StoreRules transaction = new StoreRules(LmdbRows.of(session), settings.bounds());
      for (Job<?> job : jobs) {
        if (!runs(job, transaction)) {
          return job;
        }
      }
      commit(session);
      return null;
    }
  }

  private WriteSession begin() {
    try {
      return new WriteSession(tables, buffers, committedSeq);
    } catch (RuntimeException e) {
      throw failure(LmdbFaults.ofCommit(e, usableBytes.getAsLong()));
    }
  }

  private boolean runs(Job<?> job, StoreRules transaction) {
    try {
      job.run(transaction);
      transaction.endWork();
      return true;
    } catch (Throwable thrown) {
      StorageException fault = LmdbFaults.ofWork(thrown, usableBytes.getAsLong());
      if (fault != null) {
        throw failure(fault);
      }
      job.fail(thrown);
      return false;
    }
  }

  private void commit(WriteSession session) {
    isCommitting = true;
    try {
      session.commit(committer);
      // The log in memory first: a reader that sees the new number finds its records.
      recent.committed(session.logged());
      committedSeq = session.lastSeq();
      recent.replaced(session.unlogged());
    } catch (RuntimeException e) {
      throw failure(LmdbFaults.ofCommit(e, usableBytes.getAsLong()));
    } finally {
      isCommitting = false;
    }
  }

  /** Refuses all further work: the disk has failed elsewhere. */
  void fail(Throwable cause) {
    StorageException _ = failure(LmdbFaults.broken(cause));
  }

  /** Records a broken disk, and reports it once. */
  private StorageException failure(StorageException fault) {
    if (fault.fault() == StorageException.Fault.BROKEN && isFirst(fault)) {
      tell(fault);
    }
    return fault;
  }

  private boolean isFirst(StorageException fault) {
    synchronized (gate) {
      if (broken != null) {
        return false;
      }
      broken = fault;
      return true;
    }
  }

  private void tell(StorageException fault) {
    try {
      onBroken.accept(fault);
    } catch (RuntimeException e) {
      LOG.error("nobody could be told that the store has failed", e);
    }
  }

  private void wake(Runnable wake) {
    try {
      wake.run();
    } catch (RuntimeException e) {
      LOG.error("a listener of the store failed", e);
    }
  }
}
