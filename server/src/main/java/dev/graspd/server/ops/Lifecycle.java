package dev.graspd.server.ops;

import java.util.concurrent.atomic.AtomicReference;

/** How far the server has come; read by the health pages. Thread-safe, moves forward only. */
public final class Lifecycle {
  /** The stations, in order. */
  public enum Phase {
    /** Not ready to serve. */
    STARTING,
    /** Requests are welcome. */
    READY,
    /** Finishing what is under way. */
    DRAINING,
    /** The store failed; the process is about to end. */
    BROKEN
  }

  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);

  /** Returns where we are. */
  public Phase phase() {
    return phase.get();
  }

  /** Moves on; going back has no effect. */
  public void reach(Phase next) {
    phase.accumulateAndGet(next, (now, wanted) -> wanted.compareTo(now) > 0 ? wanted : now);
  }
}
