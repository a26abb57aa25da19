package dev.graspd.server.git.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/** Reads side-bands: the data in them as one stream, which ends with a flush. For one thread. */
public final class SideBandInput extends InputStream {
  /** The limit for words for people. */
  public static final int WORDS_BYTES_MAX = 1 << 20;

  /** The sender ended everything with an error (band 3). */
  public static final class FatalException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient byte[] words;

    FatalException(byte[] words) {
      super("the sender ended with an error");
      this.words = words;
    }

    /** Returns the error, unchanged. */
    public byte[] words() {
      return words;
    }
  }

  private static final int DATA = 1;
  private static final int PROGRESS = 2;
  private static final int FATAL = 3;

  private final PktReader in;
  private final Consumer<byte[]> progress;
  private byte[] line;
  private int position;
  private boolean over;
  private long wordsBytes;

  /**
   * Begins with a line that was read already.
   *
   * @param first carries a band
   * @param progress receives words for people (band 2)
   */
  public SideBandInput(Pkt.Data first, PktReader in, Consumer<byte[]> progress) throws IOException {
    this.in = in;
    this.progress = progress;
    this.line = new byte[0];
    take(first);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    while (!over && position == line.length) {
      next();
    }
    if (over) {
      return -1;
    }
    int count = Math.min(length, line.length - position);
    System.arraycopy(line, position, target, offset, count);
    position += count;
    return count;
  }

  private void next() throws IOException {
    switch (in.next()) {
      case Pkt.Data data -> take(data);
      case Pkt.Flush() -> over = true;
      case Pkt.Delim() -> throw new PktException("side-bands are divided");
      case Pkt.ResponseEnd() -> throw new PktException("side-bands end without a flush");
      case Pkt.End() -> throw new PktException("stream ends within its side-bands");
    }
  }

  private void take(Pkt.Data data) throws IOException {
    byte[] payload = data.payload();
    switch (payload.length == 0 ? 0 : payload[0]) {
      case DATA -> {
        line = payload;
        position = 1;
      }
      case PROGRESS -> {
        wordsBytes += payload.length;
        if (wordsBytes > WORDS_BYTES_MAX) {
          throw new PktException("more words than " + WORDS_BYTES_MAX + " bytes");
        }
        progress.accept(rest(payload));
      }
      case FATAL -> throw new FatalException(rest(payload));
      default -> throw new PktException("a line of no known side-band");
    }
  }

  private static byte[] rest(byte[] payload) {
    return Arrays.copyOfRange(payload, 1, payload.length);
  }
}
