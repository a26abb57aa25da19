package dev.graspd.server.git.ingest;

import dev.graspd.server.git.Exchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A body that begins and then stalls, until it is stopped. */
final class SlowBody extends InputStream {
  private final InputStream beginning;
  private final CountDownLatch waits = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable String why;

  SlowBody(byte[]... parts) {
    this(new ByteArrayInputStream(PushTest.join(parts)));
  }

  SlowBody(InputStream beginning) {
    this.beginning = beginning;
  }

  /** Waits until somebody has read all that there is, and wants more. */
  void awaitReader() {
    try {
      waits.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void stop(String because) {
    why = because;
    stopped.countDown();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = length == 0 ? 0 : beginning.read(bytes, offset, length);
    if (read >= 0) {
      return read;
    }
    waits.countDown();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
    throw new Exchange.BodyTooSlowException(String.valueOf(why));
  }
}
