package dev.graspd.server.git.ingest;

import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.PlaceShares;
import dev.graspd.server.charge.Turns;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The places for pushes, each with a platform thread. Each address has a share of them; addresses
 * take turns; and while all places are taken, the slowest push below the pace loses its place.
 * Thread-safe.
 */
final class PushPlaces implements AutoCloseable {
  /** A push with a place. Called by any thread. */
  interface Occupant {
    /** It has a place now. */
    void entered(long nowNanos);

    /** Returns whether it waits for a client that has sent too little for too long. */
    boolean isTooSlow(long nowNanos);

    /** Returns its average speed since it entered. */
    double bytesPerSecond(long nowNanos);

    /** Asks it to give up its place. */
    void evict();
  }

  /** A push that wants a place or has one. Guarded by the lock. */
  private static final class Guest {
    private final Payer payer;
    private final Occupant occupant;
    private boolean admitted;
    private boolean evicted;

    Guest(Payer payer, Occupant occupant) {
      this.payer = payer;
      this.occupant = occupant;
    }
  }

  private static final int IDLE_SECONDS = 30;

  /** Checks of the pace, in the time over which it is averaged. */
  private static final int CHECKS_PER_WINDOW = 60;

  private final PushLimits limits;
  private final LongSupplier nanoTime;
  private final ExecutorService threads;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Turns<Guest> waiting;
  private final PlaceShares lines;
  private final PlaceShares shares;
  private final Set<Guest> guests = new LinkedHashSet<>();
  private boolean closed;

  /** Starts no thread yet. */
  PushPlaces(PushLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.waiting = new Turns<>(limits.waiting(), limits.waiting());
    this.lines = new PlaceShares(limits.waiting());
    this.shares = new PlaceShares(limits.places());
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            limits.places(),
            limits.places(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            WorkerThread.factory("git-push"));
    pool.allowCoreThreadTimeOut(true);
    this.threads = pool;
  }

  /**
   * Waits for a place and runs work on its thread; empty if no place became free in time.
   *
   * @throws IOException if the work does
   */
  <T> Optional<T> carryOut(Payer payer, Occupant occupant, Callable<T> work)
      throws IOException, InterruptedException {
    Guest guest = new Guest(payer, occupant);
    if (!enter(guest)) {
      return Optional.empty();
    }
    try {
      return Optional.of(done(work));
    } finally {
      leave(guest);
    }
  }

  private <T> T done(Callable<T> work) throws IOException, InterruptedException {
    Future<T> future = threads.submit(work);
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException fault -> throw fault;
        case InterruptedException fault -> throw fault;
        case RuntimeException fault -> throw fault;
        case Error fault -> throw fault;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  private boolean enter(Guest guest) throws InterruptedException {
    lock.lock();
    try {
      if (closed || !lines.allows(guest.payer) || !waiting.offer(guest.payer, guest)) {
        return false;
      }
      lines.take(guest.payer);
      try {
        return awaitPlace(guest);
      } finally {
        lines.giveBack(guest.payer);
        waiting.remove(guest.payer, guest);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean awaitPlace(Guest guest) throws InterruptedException {
    long waitMax = limits.waitMax().toNanos();
    long interval = limits.paceWindow().dividedBy(CHECKS_PER_WINDOW).toNanos();
    long began = nanoTime.getAsLong();
    admit();
    try {
      while (!guest.admitted) {
        long now = nanoTime.getAsLong();
        if (closed || now - began >= waitMax) {
          return false;
        }
        makeRoomFor(guest, now);
        // The clock above measures the time, not this result.
        long _ = changed.awaitNanos(Math.min(interval, waitMax - (now - began)));
      }
      return true;
    } catch (InterruptedException e) {
      if (guest.admitted) {
        leave(guest);
      }
      throw e;
    }
  }

  /** Gives free places to the next in turn. */
  private void admit() {
    while (!closed && !shares.isFull()) {
      Optional<Guest> next = waiting.poll(shares::allows);
      if (next.isEmpty()) {
        return;
      }
      Guest guest = next.get();
      guest.admitted = true;
      shares.take(guest.payer);
      guests.add(guest);
      guest.occupant.entered(nanoTime.getAsLong());
      changed.signalAll();
    }
  }

  private void makeRoomFor(Guest guest, long now) {
    long leaving = guests.stream().filter(one -> one.evicted).count();
    if (!shares.isFull() || !shares.allows(guest.payer) || leaving >= waiting.size()) {
      return;
    }
    guests.stream()
        .filter(one -> !one.evicted && one.occupant.isTooSlow(now))
        .min(Comparator.comparingDouble(one -> one.occupant.bytesPerSecond(now)))
        .ifPresent(slowest -> {
          slowest.evicted = true;
          slowest.occupant.evict();
        });
  }

  private void leave(Guest guest) {
    lock.lock();
    try {
      guests.remove(guest);
      shares.giveBack(guest.payer);
      admit();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many places are taken. */
  int taken() {
    lock.lock();
    try {
      return Math.toIntExact(shares.taken());
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many wait for a place. */
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the threads and refuses waiting pushes. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    threads.shutdownNow();
  }
}
