package dev.graspd.server.net;

import dev.graspd.server.net.FrameReader.Step;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A compressed message as it came (RFC 7692 without context). A thousand bytes of it may become as
 * many as a message may have, which takes milliseconds: not for an event loop.
 */
public final class Deflated {
  /** The bytes that a compressed message omits at its end. */
  private static final byte[] FLUSH_MARK = {0, 0, (byte) 0xFF, (byte) 0xFF};

  private final byte[] bytes;
  private final int length;
  private final int maxMessageBytes;

  Deflated(byte[] bytes, int length, int maxMessageBytes) {
    this.bytes = bytes;
    this.length = length;
    this.maxMessageBytes = maxMessageBytes;
  }

  public int heldBytes() {
    return bytes.length;
  }

  /** Decompresses it, on any thread: a text, or the rule that is broken. */
  public Step inflate() {
    return inflate(maxMessageBytes).orElseThrow();
  }

  /** Decompresses it; empty if the result is allowed but larger than this. */
  Optional<Step> inflate(int most) {
    Plain plain = new Plain(Math.min(most, maxMessageBytes), length);
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(bytes, 0, length);
      plain.takeAll(inflater);
      inflater.setInput(FLUSH_MARK);
      plain.takeAll(inflater);
    } catch (DataFormatException _) {
      return Optional.of(
          new Step.Violation(FrameReader.BAD_DATA, "the message cannot be decompressed"));
    }
    if (!plain.isTooMuch()) {
      return Optional.of(new Step.Text(Arrays.copyOf(plain.bytes, plain.length)));
    }
    return most < maxMessageBytes
        ? Optional.empty()
        : Optional.of(FrameReader.tooBig(maxMessageBytes));
  }

  private static final class Plain {
    private final int most;
    private byte[] bytes;
    private int length;

    Plain(int most, int compressed) {
      this.most = most;
      this.bytes = new byte[Math.min(most, Math.max(1024, compressed * 4))];
    }

    boolean isTooMuch() {
      return length > most;
    }

    /** Stops one byte above the limit. */
    void takeAll(Inflater inflater) throws DataFormatException {
      while (length <= most) {
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, Math.min(most + 1, length * 2));
        }
        int count = inflater.inflate(bytes, length, bytes.length - length);
        if (count == 0) {
          return;
        }
        length += count;
      }
    }
  }
}
