package dev.graspd.server.ops;

import java.util.concurrent.atomic.AtomicReference;

/** The phase of the server, for the health pages. Thread-safe, moves forward only. */
public final class Lifecycle {
  /** The phases, in order. */
  public enum Phase {
    STARTING,
    READY,
    /** Finishes current requests. */
    DRAINING,
    /** The store failed; the process is about to end. */
    BROKEN
  }

  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);

  public Phase phase() {
    return phase.get();
  }

  /** Moves to a later phase; an earlier one has no effect. */
  public void reach(Phase next) {
    phase.accumulateAndGet(next, (now, wanted) -> wanted.compareTo(now) > 0 ? wanted : now);
  }
}
