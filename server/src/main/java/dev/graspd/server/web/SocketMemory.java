package dev.graspd.server.web;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The memory that sockets hold together: unsent output and messages that are still arriving. When
 * it is used up, the socket that holds most has to go; when it has gone and that was not enough,
 * the next: one that keeps up with what it is sent is never the largest for long. Thread-safe.
 */
final class SocketMemory {
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
  private final Set<Holder> large = ConcurrentHashMap.newKeySet();

  /** The one that was asked to go and still holds much. */
  private final AtomicReference<@Nullable Holder> leaving = new AtomicReference<>();

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
      leaving.compareAndSet(holder, null);
    }
    if (used.addAndGet(now - before) > maxBytes) {
      relieve();
    }
  }

  private void relieve() {
    Optional<Holder> largest = large.stream().max(Comparator.comparingLong(Holder::accountedBytes));
    if (largest.isPresent() && leaving.compareAndSet(null, largest.get())) {
      largest.get().giveUp();
      // It may have shrunk before it was marked as leaving; then nobody else would take the mark
      // off.
      if (!large.contains(largest.get())) {
        leaving.compareAndSet(largest.get(), null);
      }
    }
  }

  long usedBytes() {
    return used.get();
  }
}
