package dev.graspd.server.charge;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Units that work needs while it runs, such as memory. If none is free the caller waits, for a
 * limited time; payers are served in turn. A payer that has some may have an eighth of what the
 * others leave; one that has none may have any number, so that everything that fits at all can be
 * done. The next in turn gets the units that become free, however many it needs: small requests do
 * not overtake it. Callers wait on their threads, whose number is bounded elsewhere. Thread-safe.
 */
public final class UnitPool {
  /** Units that somebody has, until it is closed. Closing again changes nothing. */
  public final class Taken implements AutoCloseable {
    private final Wanted wanted;
    private boolean closed;

    private Taken(Wanted wanted) {
      this.wanted = wanted;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (!closed) {
          closed = true;
          shares.giveBack(wanted.payer, wanted.units);
          serve();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** A request for units. Guarded by the lock. */
  private static final class Wanted {
    private final Payer payer;
    private final long units;
    private boolean served;

    Wanted(Payer payer, long units) {
      this.payer = payer;
      this.units = units;
    }
  }

  private final long max;
  private final long waitNanosMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PlaceShares shares;
  private final Turns<Wanted> waiting = new Turns<>(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** Whose turn it is, if it has to wait for more units than are free. */
  private @Nullable Wanted next;

  /**
   * A pool of units.
   *
   * @param waitMax the longest wait
   */
  public UnitPool(long max, Duration waitMax) {
    this.max = max;
    this.waitNanosMax = waitMax.toNanos();
    this.shares = new PlaceShares(max);
  }

  /** Waits for these units, or for all units of the pool; empty if that takes too long. */
  public Optional<Taken> take(Payer payer, long units) throws InterruptedException {
    Wanted wanted = new Wanted(payer, Math.min(units, max));
    lock.lockInterruptibly();
    try {
      waiting.offer(payer, wanted);
      serve();
      long left = waitNanosMax;
      while (!wanted.served && left > 0) {
        left = changed.awaitNanos(left);
      }
      return wanted.served ? Optional.of(new Taken(wanted)) : Optional.empty();
    } catch (InterruptedException e) {
      if (wanted.served) {
        shares.giveBack(payer, wanted.units);
        serve();
      }
      throw e;
    } finally {
      if (!wanted.served) {
        giveUp(wanted);
      }
      lock.unlock();
    }
  }

  private void giveUp(Wanted wanted) {
    if (next == wanted) {
      next = null;
    } else {
      waiting.remove(wanted.payer, wanted);
    }
    serve();
  }

  /** Gives free units to the next in turn. */
  private void serve() {
    Wanted one = nextInTurn();
    while (one != null && one.units <= max - shares.taken()) {
      shares.take(one.payer, one.units);
      one.served = true;
      next = null;
      changed.signalAll();
      one = nextInTurn();
    }
    next = one;
  }

  private @Nullable Wanted nextInTurn() {
    return next != null
        ? next
        : waiting.pollFirst(one -> shares.allows(one.payer, one.units)).orElse(null);
  }

  public long taken() {
    lock.lock();
    try {
      return shares.taken();
    } finally {
      lock.unlock();
    }
  }

  public int waiting() {
    lock.lock();
    try {
      return waiting.size() + (next == null ? 0 : 1);
    } finally {
      lock.unlock();
    }
  }
}
