package dev.graspd.server.web;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that sockets hold together: unsent output and messages that are still arriving. When
 * it is used up, the socket that holds most has to go, and then the next: one that keeps up with
 * what it is sent is never the largest for long. Thread-safe.
 */
final class SocketMemory {
  /** Time for one socket to go before the next is chosen. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A socket below this is never chosen. */
  static final long SMALL_BYTES = 64 << 10;

  /** One that holds memory here. */
  interface Holder {
    /** Returns how much, as it was told last; from any thread. */
    long accountedBytes();

    /** Asks it to go; from any thread. */
    void giveUp();
  }

  private final long maxBytes;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong chosenNanos = new AtomicLong(System.nanoTime() - PAUSE_NANOS);
  private final Set<Holder> large = ConcurrentHashMap.newKeySet();

  SocketMemory(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Notes that a socket holds so much now, and so much before. */
  void change(Holder holder, long before, long now) {
    if (before == now) {
      return;
    }
    if (now > SMALL_BYTES && before <= SMALL_BYTES) {
      large.add(holder);
    } else if (now <= SMALL_BYTES && before > SMALL_BYTES) {
      large.remove(holder);
    }
    if (used.addAndGet(now - before) > maxBytes && now > before) {
      relieve();
    }
  }

  private void relieve() {
    long now = System.nanoTime();
    long last = chosenNanos.get();
    if (now - last >= PAUSE_NANOS && chosenNanos.compareAndSet(last, now)) {
      large.stream()
          .max(Comparator.comparingLong(Holder::accountedBytes))
          .ifPresent(Holder::giveUp);
    }
  }

  long usedBytes() {
    return used.get();
  }
}
