package dev.graspd.server.egress.http;

/**
 * Detects a sender that is too slow. Only the time counts that the reader waits: a busy reader
 * slows the sender down itself. For one thread at a time.
 */
final class SpeedWatch {
  private final long windowNanos;
  private final long bytesPerWindow;
  private long waitedNanos;
  private long bytes;

  SpeedWatch(FetchLimits limits) {
    this.windowNanos = limits.slowFor().toNanos();
    this.bytesPerWindow = limits.bytesPerWindow();
  }

  /** Returns how long the reader may wait now; not positive if the sender is too slow. */
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
