package dev.graspd.server.net;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the WebSocket frames of one peer (RFC 6455, RFC 7692 without context) into whole messages.
 *
 * <p>Memory grows with the bytes that have arrived, never with a length that a frame claims, and
 * never beyond the message limit, before or after decompression. Not thread-safe.
 */
public final class FrameReader {
  /** The sender of the frames: clients mask them, servers must not. */
  public enum Peer {
    CLIENT,
    SERVER
  }

  /** The most bytes of a compressed message, before and after, that is decompressed here. */
  public static final int IN_PLACE_BYTES_MAX = 16 << 10;

  private static final int HEADER_BYTES_MAX = 14;
  private static final int CONTROL_BYTES_MAX = 125;
  private static final int FIRST_BUFFER_BYTES = 4096;

  private static final int CONTINUATION = 0;
  private static final int TEXT = 1;
  private static final int BINARY = 2;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;

  private static final int PROTOCOL_ERROR = 1002;
  static final int BAD_DATA = 1007;
  private static final int TOO_BIG = 1009;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final byte[] NOTHING = {};

  /** The result of reading some bytes. */
  public sealed interface Step {
    /** All bytes were taken; there is no whole message yet. */
    record NeedsMore() implements Step {}

    record Text(byte[] utf8) implements Step {}

    /** A text that is to be decompressed elsewhere, before anything after it is handled. */
    record Compressed(Deflated message) implements Step {}

    record Binary() implements Step {}

    record Ping(byte[] payload) implements Step {}

    record Pong() implements Step {}

    /** The peer says goodbye; code 1005 if it gave none. The reason may be any text. */
    record Close(int code, String reason) implements Step {
      /** Returns the code to answer with: those that only describe an end are never sent. */
      public int answer() {
        boolean isSendable = code >= 1000 && code < 5000 && (code < 1004 || code > 1006);
        return isSendable ? code : 1000;
      }
    }

    /** The peer broke a rule or a limit; nothing more can be read. */
    record Violation(int code, String reason) implements Step {}
  }

  private static final Step NEEDS_MORE = new Step.NeedsMore();

  private final Peer peer;
  private final int maxMessageBytes;
  private final int maxFragments;
  private final boolean deflate;

  // The frame that is being read.
  private final byte[] header = new byte[HEADER_BYTES_MAX];
  private int headerBytes;
  private boolean inPayload;
  private int opcode;
  private boolean lastFrame;
  private int remaining;
  private int payloadRead;
  private byte[] control = NOTHING;

  // The message that is being read.
  private byte[] message = NOTHING;
  private int messageBytes;
  private int fragments;
  private boolean isText;
  private boolean isDeflated;
  private boolean skipsMessages;

  /**
   * Begins with the first frame after the upgrade.
   *
   * @param maxMessageBytes of one message, before and after decompression
   * @param deflate whether compression was agreed on
   */
  public FrameReader(Peer peer, int maxMessageBytes, int maxFragments, boolean deflate) {
    this.peer = peer;
    this.maxMessageBytes = maxMessageBytes;
    this.maxFragments = maxFragments;
    this.deflate = deflate;
  }

  /** Returns how many bytes this reader keeps for an unfinished message. */
  public int heldBytes() {
    return message.length;
  }

  /** Forgets the current message; from now on only control frames count. */
  public void skipMessages() {
    skipsMessages = true;
    message = NOTHING;
    messageBytes = 0;
  }

  public boolean isInsideMessage() {
    return fragments > 0 || headerBytes > 0;
  }

  /** Takes bytes up to the end of the next message, or all of them. */
  public Step next(ByteBuf in) {
    while (in.isReadable()) {
      Step step = inPayload ? payload(in) : header(in);
      if (!(step instanceof Step.NeedsMore)) {
        return step;
      }
    }
    return NEEDS_MORE;
  }

  // ---- the header of a frame

  private Step header(ByteBuf in) {
    int needed = headerLength();
    int count = Math.min(needed - headerBytes, in.readableBytes());
    in.readBytes(header, headerBytes, count);
    headerBytes += count;
    return headerBytes < headerLength() ? NEEDS_MORE : beginFrame(in);
  }

  private int headerLength() {
    if (headerBytes < 2) {
      return 2;
    }
    int mask = (header[1] & 0x80) != 0 ? 4 : 0;
    return switch (header[1] & 0x7F) {
      case 126 -> 4 + mask;
      case 127 -> 10 + mask;
      default -> 2 + mask;
    };
  }

  private Step beginFrame(ByteBuf in) {
    opcode = header[0] & 0x0F;
    lastFrame = (header[0] & 0x80) != 0;
    long length = payloadLength();
    Step refusal = opcode >= CLOSE ? checkControl(length) : checkData(length);
    if (refusal != null) {
      return refusal;
    }
    remaining = (int) length;
    payloadRead = 0;
    inPayload = true;
    if (opcode >= CLOSE) {
      control = length == 0 ? NOTHING : new byte[remaining];
    } else {
      beginData();
    }
    // A frame without payload ends here, though no further byte may come.
    return remaining == 0 ? payload(in) : NEEDS_MORE;
  }

  private long payloadLength() {
    int small = header[1] & 0x7F;
    int bytes = small == 126 ? 2 : small == 127 ? 8 : 0;
    if (bytes == 0) {
      return small;
    }
    long length = 0;
    for (int i = 0; i < bytes; i++) {
      length = length << 8 | (header[2 + i] & 0xFF);
    }
    return length;
  }

  private @Nullable Step checkControl(long length) {
    if (!lastFrame || length > CONTROL_BYTES_MAX || (header[0] & 0x70) != 0) {
      return violation("a control frame is short, whole and without extension bits");
    }
    if (opcode > PONG) {
      return violation("unknown frame type " + opcode);
    }
    return checkMask();
  }

  private @Nullable Step checkData(long length) {
    boolean first = opcode != CONTINUATION;
    boolean compressed = (header[0] & 0x40) != 0;
    if (opcode > BINARY) {
      return violation("unknown frame type " + opcode);
    }
    if (first != (fragments == 0)) {
      return violation(first ? "the last message is not finished" : "nothing to continue");
    }
    if ((header[0] & 0x30) != 0 || (compressed && !(deflate && first))) {
      return violation("extension bits that were not agreed on");
    }
    // A length with the top bit set is negative here, and no limit is that high.
    if (length < 0 || length > maxMessageBytes - messageBytes) {
      return tooBig();
    }
    if (fragments == maxFragments) {
      return new Step.Violation(TOO_BIG, "a message has at most " + maxFragments + " fragments");
    }
    return checkMask();
  }

  private @Nullable Step checkMask() {
    boolean masked = (header[1] & 0x80) != 0;
    return switch (peer) {
      case CLIENT -> masked ? null : violation("frames of clients are masked");
      case SERVER -> masked ? violation("frames of servers are not masked") : null;
    };
  }

  private void beginData() {
    if (fragments == 0) {
      isText = opcode == TEXT;
      isDeflated = (header[0] & 0x40) != 0;
    }
    fragments++;
  }

  // ---- the payload of a frame

  private Step payload(ByteBuf in) {
    int count = Math.min(remaining, in.readableBytes());
    if (skipsMessages && opcode < CLOSE) {
      in.skipBytes(count);
      remaining -= count;
      return remaining == 0 ? endFrame() : NEEDS_MORE;
    }
    byte[] target = opcode >= CLOSE ? control : room(count);
    int offset = opcode >= CLOSE ? payloadRead : messageBytes;
    in.readBytes(target, offset, count);
    if (peer == Peer.CLIENT) {
      unmask(target, offset, count);
    }
    payloadRead += count;
    remaining -= count;
    if (opcode < CLOSE) {
      messageBytes += count;
    }
    return remaining == 0 ? endFrame() : NEEDS_MORE;
  }

  private byte[] room(int count) {
    int needed = messageBytes + count;
    if (needed > message.length) {
      boolean wholeMessage = lastFrame && remaining == count;
      int size = wholeMessage ? needed : Math.max(needed, growth());
      message = Arrays.copyOf(message, size);
    }
    return message;
  }

  private int growth() {
    return Math.min(maxMessageBytes, Math.max(FIRST_BUFFER_BYTES, message.length * 2));
  }

  private void unmask(byte[] bytes, int offset, int count) {
    int mask = Integer.rotateLeft((int) INT.get(header, headerBytes - 4), 8 * (payloadRead & 3));
    long wide = (long) mask << 32 | Integer.toUnsignedLong(mask);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      LONG.set(bytes, offset + i, (long) LONG.get(bytes, offset + i) ^ wide);
    }
    for (; i < count; i++) {
      bytes[offset + i] ^= (byte) (mask >>> (24 - 8 * (i & 3)));
    }
  }

  private Step endFrame() {
    headerBytes = 0;
    inPayload = false;
    if (opcode >= CLOSE) {
      return endControl();
    }
    if (skipsMessages) {
      fragments = lastFrame ? 0 : fragments;
      return NEEDS_MORE;
    }
    return lastFrame ? endMessage() : NEEDS_MORE;
  }

  private Step endControl() {
    byte[] payload = control;
    control = NOTHING;
    return switch (opcode) {
      case PING -> new Step.Ping(payload);
      case PONG -> new Step.Pong();
      default -> goodbye(payload);
    };
  }

  private static Step goodbye(byte[] payload) {
    return payload.length < 2
        ? new Step.Close(1005, "")
        : new Step.Close(
            (payload[0] & 0xFF) << 8 | (payload[1] & 0xFF),
            new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8));
  }

  private Step endMessage() {
    byte[] bytes = message;
    int length = messageBytes;
    message = NOTHING;
    messageBytes = 0;
    fragments = 0;
    if (!isText) {
      return new Step.Binary();
    }
    if (isDeflated) {
      return inflate(bytes, length);
    }
    return new Step.Text(bytes.length == length ? bytes : Arrays.copyOf(bytes, length));
  }

  /**
   * Decompresses small messages here, which takes microseconds. Large ones would block the loop for
   * milliseconds.
   */
  private Step inflate(byte[] bytes, int length) {
    Deflated deflated = new Deflated(bytes, length, maxMessageBytes);
    return length <= IN_PLACE_BYTES_MAX
        ? deflated.inflate(IN_PLACE_BYTES_MAX).orElseGet(() -> new Step.Compressed(deflated))
        : new Step.Compressed(deflated);
  }

  private static Step violation(String reason) {
    return new Step.Violation(PROTOCOL_ERROR, reason);
  }

  private Step tooBig() {
    return tooBig(maxMessageBytes);
  }

  static Step tooBig(int maxMessageBytes) {
    return new Step.Violation(TOO_BIG, "a message has at most " + maxMessageBytes + " bytes");
  }
}
