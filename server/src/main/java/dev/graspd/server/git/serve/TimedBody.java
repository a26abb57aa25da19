package dev.graspd.server.git.serve;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A request's body that must arrive within a time, however it is spread: what a client has sent
 * stays in memory until the rest is here. Used by one thread.
 */
final class TimedBody extends FilterInputStream {
  /** The time is over. */
  static final class TooSlowException extends IOException {
    private static final long serialVersionUID = 1L;

    TooSlowException(Duration limit) {
      super("the body took longer than " + limit);
    }
  }

  private final Duration limit;
  private final LongSupplier nanoTime;
  private final long start;

  TimedBody(InputStream body, Duration limit, LongSupplier nanoTime) {
    super(body);
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  @Override
  public int read() throws IOException {
    int value = in.read();
    requireTime();
    return value;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = in.read(target, offset, length);
    requireTime();
    return count;
  }

  private void requireTime() throws TooSlowException {
    if (nanoTime.getAsLong() - start > limit.toNanos()) {
      throw new TooSlowException(limit);
    }
  }
}
