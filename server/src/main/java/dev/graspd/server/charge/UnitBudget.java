package dev.graspd.server.charge;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Units shared by all, first come, first served, without waiting and without shares. For small
 * things, and for things with another limit for each address. Thread-safe.
 */
public final class UnitBudget {
  private final long max;
  private final AtomicLong used = new AtomicLong();

  public UnitBudget(long max) {
    this.max = max;
  }

  /** Takes all of these units, or none and returns false. */
  public boolean take(long units) {
    return used.getAndUpdate(now -> units <= max - now ? now + units : now) <= max - units;
  }

  public void giveBack(long units) {
    used.addAndGet(-units);
  }

  public long used() {
    return used.get();
  }

  public long max() {
    return max;
  }

  /** Begins to take units that are given back together. */
  public Share share() {
    return new Share();
  }

  /** The units of one piece of work, until it is closed. For one thread at a time. */
  public final class Share implements AutoCloseable {
    private long taken;

    private Share() {}

    public boolean grow() {
      boolean grows = take(1);
      taken += grows ? 1 : 0;
      return grows;
    }

    public long taken() {
      return taken;
    }

    @Override
    public void close() {
      giveBack(taken);
      taken = 0;
    }
  }
}
