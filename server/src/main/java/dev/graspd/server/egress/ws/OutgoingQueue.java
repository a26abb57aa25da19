package dev.graspd.server.egress.ws;

import dev.graspd.server.charge.UnitBudget;
import java.util.concurrent.atomic.AtomicBoolean;

/** Counts the bytes that wait to be sent on one link, and remembers refusals. For all threads. */
final class OutgoingQueue {
  private final UnitBudget bytes;
  private final AtomicBoolean refused = new AtomicBoolean();

  OutgoingQueue(long maxBytes) {
    this.bytes = new UnitBudget(maxBytes);
  }

  /** Reserves room for this many bytes; returns false if there is not enough. */
  boolean reserve(int count) {
    boolean fits = bytes.take(count);
    if (!fits) {
      refused.set(true);
    }
    return fits;
  }

  void release(int count) {
    bytes.giveBack(count);
  }

  /** Returns, once after a refusal, that half of the room is free again. */
  boolean takeRelief() {
    return bytes.used() <= bytes.max() / 2 && refused.compareAndSet(true, false);
  }
}
