package dev.graspd.server.egress;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.LongSupplier;

/**
 * One visit to another server, of one request or several: the time that it may take, and the way to
 * call it off. Thread-safe.
 */
public final class Errand {
  private final ErrandLimits limits;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private final SequencedSet<Runnable> endings = new LinkedHashSet<>();
  private long receivedBytes;
  private boolean cancelled;

  /** Sets off; the time runs from now on. */
  public Errand(ErrandLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
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

  synchronized void received(int bytes) {
    receivedBytes += bytes;
  }

  /** Returns the time that is left; not positive if there is none. */
  long nanosLeft() {
    return limits.nanosFor(receivedBytes()) - (nanoTime.getAsLong() - startNanos);
  }

  ErrandLimits limits() {
    return limits;
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }
}
