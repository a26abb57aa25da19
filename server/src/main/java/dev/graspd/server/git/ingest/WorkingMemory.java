package dev.graspd.server.git.ingest;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;

/**
 * The memory that all checks of packs share: many small packs are checked at once, and one of the
 * largest at a time. Thread-safe, first come, first served.
 */
final class WorkingMemory {
  private static final int UNIT_BYTES = 1 << 10;

  private final int units;
  private final Semaphore free;

  WorkingMemory(long bytes) {
    this.units = (int) Math.min(Integer.MAX_VALUE, bytes / UNIT_BYTES + 1);
    this.free = new Semaphore(units, true);
  }

  /** A part of it, until it is closed. */
  final class Share implements AutoCloseable {
    private final int taken;

    private Share(int taken) {
      this.taken = taken;
    }

    @Override
    public void close() {
      free.release(taken);
    }
  }

  /** Waits for so many bytes, or for all that there is. */
  Share take(long bytes) throws IOException {
    int wanted = (int) Math.min(units, bytes / UNIT_BYTES + 1);
    try {
      free.acquire(wanted);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server is stopping");
    }
    return new Share(wanted);
  }
}
