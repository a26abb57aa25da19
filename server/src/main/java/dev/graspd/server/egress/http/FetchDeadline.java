package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.DialGate;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.LongSupplier;

/**
 * The deadline of one visit to another server, of one request or several, with a way to cancel it.
 * Thread-safe.
 */
public final class FetchDeadline {
  private final FetchLimits limits;
  private final LongSupplier nanoTime;
  private final DialGate gate;
  private final Optional<FetchDeadline> whole;
  private final long startNanos;
  private final SequencedSet<Runnable> endings = new LinkedHashSet<>();
  private long receivedBytes;
  private boolean cancelled;

  public FetchDeadline(FetchLimits limits, LongSupplier nanoTime) {
    this(limits, nanoTime, DialGate.open());
  }

  /**
   * Starts the time.
   *
   * @param gate is asked before each connection
   */
  public FetchDeadline(FetchLimits limits, LongSupplier nanoTime, DialGate gate) {
    this(limits, nanoTime, gate, Optional.empty());
  }

  private FetchDeadline(
      FetchLimits limits, LongSupplier nanoTime, DialGate gate, Optional<FetchDeadline> whole) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.gate = gate;
    this.whole = whole;
    this.startNanos = nanoTime.getAsLong();
  }

  /**
   * Returns a part of this visit that begins now, with its own time limit; cancelled with the
   * whole.
   */
  public FetchDeadline within(Duration base) {
    FetchDeadline part = new FetchDeadline(limits.within(base), nanoTime, gate, Optional.of(this));
    onCancel(part::cancel);
    return part;
  }

  DialGate gate() {
    return gate;
  }

  /** Cancels current and future requests. */
  public void cancel() {
    List<Runnable> due;
    synchronized (this) {
      cancelled = true;
      due = List.copyOf(endings);
      endings.clear();
    }
    due.forEach(Runnable::run);
  }

  /** Returns how many bytes of answers have arrived so far. */
  public synchronized long receivedBytes() {
    return receivedBytes;
  }

  /**
   * Runs an action on cancellation, at once if it is cancelled already; the action must not block.
   */
  void onCancel(Runnable ending) {
    synchronized (this) {
      if (!cancelled) {
        endings.add(ending);
        return;
      }
    }
    ending.run();
  }

  synchronized void forget(Runnable ending) {
    endings.remove(ending);
  }

  void received(int bytes) {
    synchronized (this) {
      receivedBytes += bytes;
    }
    whole.ifPresent(deadline -> deadline.received(bytes));
  }

  /** Returns the remaining time; not positive if there is none. */
  long nanosLeft() {
    long own = limits.nanosFor(receivedBytes()) - (nanoTime.getAsLong() - startNanos);
    return whole.map(deadline -> Math.min(own, deadline.nanosLeft())).orElse(own);
  }

  FetchLimits limits() {
    return limits;
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }
}
