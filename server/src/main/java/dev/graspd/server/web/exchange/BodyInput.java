package dev.graspd.server.web.exchange;

import dev.graspd.server.git.Exchange;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A request's body as its reader gets it: inflated if it was compressed, and no larger than
 * allowed. Used by one thread.
 */
final class BodyInput extends InputStream {
  /** Bytes of output for one of input that no honest request reaches. */
  static final int RATIO_MAX = 100;

  /** Output without a check of the ratio: small requests may compress well. */
  static final long RATIO_FREE_BYTES = 1 << 20;

  private static final int INFLATE_BUFFER_BYTES = 4 << 10;

  private final Counted wire;
  private final boolean gzip;
  private final long maxBytes;
  private @Nullable InputStream plain;
  private long count;

  BodyInput(InputStream wire, boolean gzip, long maxBytes) {
    this.wire = new Counted(wire);
    this.gzip = gzip;
    this.maxBytes = maxBytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = plain().read(target, offset, length);
    if (read > 0) {
      count += read;
      judge();
    }
    return read;
  }

  @Override
  public int available() throws IOException {
    return plain == null ? wire.available() : plain.available();
  }

  @Override
  public void close() throws IOException {
    // Also frees the inflater.
    (plain == null ? wire : plain).close();
  }

  /** Its constructor reads already, so it is made with the first read. */
  private InputStream plain() throws IOException {
    if (plain == null) {
      plain = gzip ? new GZIPInputStream(wire, INFLATE_BUFFER_BYTES) : wire;
    }
    return plain;
  }

  private void judge() throws Exchange.BodyTooLargeException {
    if (count > maxBytes) {
      throw new Exchange.BodyTooLargeException(
          "the body is larger than %d bytes".formatted(maxBytes));
    }
    if (gzip && count > RATIO_FREE_BYTES && count > RATIO_MAX * wire.count) {
      throw new Exchange.BodyTooLargeException(
          "the body inflates to more than %d times its size".formatted(RATIO_MAX));
    }
  }

  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int value = in.read();
      count += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }
}
