package dev.graspd.server.web;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that sockets hold together: unsent output and messages that are still arriving.
 * Thread-safe.
 */
final class SocketMemory {
  private final long maxBytes;
  private final AtomicLong used = new AtomicLong();

  SocketMemory(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Notes that a socket holds so much more, or less. */
  void change(long bytes) {
    if (bytes != 0) {
      used.addAndGet(bytes);
    }
  }

  /** Returns whether no socket should hold more than it needs just now. */
  boolean isExhausted() {
    return used.get() > maxBytes;
  }

  long usedBytes() {
    return used.get();
  }
}
