package dev.graspd.server.egress;

/**
 * Tells whether a sender is too slow. Only time that the reader waited for it counts: a reader that
 * works on what it has holds the sender back itself. For one thread at a time.
 */
final class SpeedWatch {
  private final long windowNanos;
  private final long bytesPerWindow;
  private long waitedNanos;
  private long bytes;

  SpeedWatch(ErrandLimits limits) {
    this.windowNanos = limits.slowFor().toNanos();
    this.bytesPerWindow = limits.bytesPerWindow();
  }

  /** Returns for how long the reader may wait now; not positive if the sender is too slow. */
  long nanosLeft() {
    return windowNanos - waitedNanos;
  }

  void waited(long nanos) {
    waitedNanos += nanos;
    if (waitedNanos >= windowNanos && bytes >= bytesPerWindow) {
      waitedNanos = 0;
      bytes = 0;
    }
  }

  void received(int more) {
    bytes += more;
  }
}
