package dev.graspd.server.relay;

import java.util.Arrays;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * An event's text on its way to any number of subscribers, and its compressed form, made once for
 * all of them when first needed. Thread-safe.
 */
public final class EventBody {
  /**
   * Shorter events fit into one packet anyway. They consist mostly of ids, keys and a signature, of
   * which compression saves a third; that costs more than everything else that sending needs.
   */
  static final int COMPRESSED_BYTES_MIN = 1_024;

  /** The end of a message {@code ["EVENT",sub,event]} after the event. */
  private static final byte[] END = {']'};

  /** The empty block that ends a flush; RFC 7692 leaves it out at the end of a message. */
  private static final int FLUSH_MARK_BYTES = 4;

  /**
   * Setting up its native memory costs more than compressing an event, and few threads need one.
   * Events are short and urgent, so the fastest level is right.
   */
  private static final ThreadLocal<Deflater> DEFLATER =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_SPEED, true));

  private final byte[] json;
  private byte @Nullable [] deflated;

  public EventBody(byte[] json) {
    this.json = json;
  }

  /** Returns the event's text. Shared: callers must not change it. */
  public byte[] json() {
    return json;
  }

  /** Returns whether sending it compressed is worth while. */
  public boolean isWorthCompressing() {
    return json.length >= COMPRESSED_BYTES_MIN;
  }

  /**
   * Returns the text and the closing bracket as deflate blocks that use no earlier data. They may
   * follow any other blocks that end on a whole byte, so the part before the event can differ from
   * subscriber to subscriber.
   */
  public synchronized byte[] deflated() {
    if (deflated == null) {
      deflated = deflate(json);
    }
    return deflated;
  }

  private static byte[] deflate(byte[] json) {
    Deflater deflater = DEFLATER.get();
    deflater.reset();
    Output out = new Output(json.length / 2 + 128);
    deflater.setInput(json);
    out.take(deflater, Deflater.NO_FLUSH);
    deflater.setInput(END);
    out.take(deflater, Deflater.SYNC_FLUSH);
    return Arrays.copyOf(out.bytes, out.length - FLUSH_MARK_BYTES);
  }

  private static final class Output {
    private byte[] bytes;
    private int length;

    Output(int expected) {
      bytes = new byte[expected];
    }

    /** A full buffer means that there may be more. */
    void take(Deflater deflater, int flush) {
      do {
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
        length += deflater.deflate(bytes, length, bytes.length - length, flush);
      } while (length == bytes.length);
    }
  }
}
