package dev.graspd.server.egress;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes that wait to be sent on one link, and who was turned away. For all threads. */
final class OutgoingQueue {
  private final long maxBytes;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicBoolean refused = new AtomicBoolean();

  OutgoingQueue(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes room for so many bytes; returns false if there is not enough. */
  boolean reserve(int count) {
    long before = bytes.get();
    while (before + count <= maxBytes) {
      if (bytes.compareAndSet(before, before + count)) {
        return true;
      }
      before = bytes.get();
    }
    refused.set(true);
    return false;
  }

  void release(int count) {
    bytes.addAndGet(-count);
  }

  /** Returns, once after a refusal, that half of the room is free again. */
  boolean takeRelief() {
    return bytes.get() <= maxBytes / 2 && refused.compareAndSet(true, false);
  }
}
