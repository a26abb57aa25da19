package dev.graspd.server.egress;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.LongSupplier;

/**
 * One visit to another server, of one request or several: the time that it may take, and the way to
 * call it off. Thread-safe.
 */
public final class Errand {
  private final ErrandLimits limits;
  private final LongSupplier nanoTime;
  private final DialGate gate;
  private final Optional<Errand> whole;
  private final long startNanos;
  private final SequencedSet<Runnable> endings = new LinkedHashSet<>();
  private long receivedBytes;
  private boolean cancelled;

  /** Sets off; the time runs from now on. */
  public Errand(ErrandLimits limits, LongSupplier nanoTime) {
    this(limits, nanoTime, DialGate.open());
  }

  /**
   * Sets off.
   *
   * @param gate is asked before each connection
   */
  public Errand(ErrandLimits limits, LongSupplier nanoTime, DialGate gate) {
    this(limits, nanoTime, gate, Optional.empty());
  }

  private Errand(
      ErrandLimits limits, LongSupplier nanoTime, DialGate gate, Optional<Errand> whole) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.gate = gate;
    this.whole = whole;
    this.startNanos = nanoTime.getAsLong();
  }

  /** Returns a part of this errand that begins now and may take so long; called off with it. */
  public Errand within(Duration base) {
    Errand part = new Errand(limits.within(base), nanoTime, gate, Optional.of(this));
    onCancel(part::cancel);
    return part;
  }

  DialGate gate() {
    return gate;
  }

  /** Ends what is under way, and what would still begin. */
  public void cancel() {
    List<Runnable> due;
    synchronized (this) {
      cancelled = true;
      due = List.copyOf(endings);
      endings.clear();
    }
    due.forEach(Runnable::run);
  }

  /** Returns how many bytes of answers have come so far. */
  public synchronized long receivedBytes() {
    return receivedBytes;
  }

  /** Has something done when the errand is called off, at once if it was; it must not wait. */
  void onCancel(Runnable ending) {
    synchronized (this) {
      if (!cancelled) {
        endings.add(ending);
        return;
      }
    }
    ending.run();
  }

  /** Forgets what was to be done. */
  synchronized void forget(Runnable ending) {
    endings.remove(ending);
  }

  void received(int bytes) {
    synchronized (this) {
      receivedBytes += bytes;
    }
    whole.ifPresent(errand -> errand.received(bytes));
  }

  /** Returns the time that is left; not positive if there is none. */
  long nanosLeft() {
    long own = limits.nanosFor(receivedBytes()) - (nanoTime.getAsLong() - startNanos);
    return whole.map(errand -> Math.min(own, errand.nanosLeft())).orElse(own);
  }

  ErrandLimits limits() {
    return limits;
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }
}
