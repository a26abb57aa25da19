package dev.graspd.server.git.ingest;

import dev.graspd.server.git.Exchange;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.function.LongSupplier;

/** The body of a push, which can fail by the client's doing: that is told from faults of ours. */
final class ClientBody extends FilterInputStream {
  /** The client is gone, or its connection too slow. */
  static final class GoneException extends IOException {
    private static final long serialVersionUID = 1L;

    GoneException(IOException cause) {
      super(cause);
    }
  }

  private final IngestLimits limits;
  private long readBytes;

  ClientBody(Exchange exchange, IngestLimits limits) {
    super(exchange.body(limits.pushBytes() + CommandListReader.bytesMax(limits.commands())));
    this.limits = limits;
  }

  long readBytes() {
    return readBytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      int read = in.read(bytes, offset, length);
      readBytes += Math.max(0, read);
      return read;
    } catch (Exchange.BodyTooLargeException e) {
      throw Faults.tooLarge(limits.pushBytes());
    } catch (IOException e) {
      throw new GoneException(e);
    }
  }

  /** Reads what is left and throws it away, so that a client that is still sending listens. */
  void drain(LongSupplier nanoTime, long nanosMax) throws IOException {
    long start = nanoTime.getAsLong();
    byte[] buffer = new byte[1 << 16];
    try {
      while (read(buffer, 0, buffer.length) >= 0 && nanoTime.getAsLong() - start < nanosMax) {}
    } catch (RefusedException e) {
      // It sends more than any push may have: it has been listened to for long enough.
    }
  }
}
