package dev.graspd.server.egress.ws;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Writes a client's WebSocket frames: masked, one frame a message. */
record ClientFrames(ByteBufAllocator alloc, RandomGenerator random) {
  /** The most bytes of a frame beside its payload. */
  static final int HEADER_BYTES_MAX = 14;

  private static final int FIN = 0x80;
  private static final int MASKED = 0x80;
  private static final int TEXT = 1;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;
  private static final int CLOSE_REASON_BYTES_MAX = 123;

  ByteBuf text(byte[] utf8) {
    return frame(TEXT, utf8);
  }

  ByteBuf ping() {
    return frame(PING, new byte[0]);
  }

  ByteBuf pong(byte[] payload) {
    return frame(PONG, payload);
  }

  /** The reason is ASCII, and cut to what a close frame can carry. */
  ByteBuf close(int code, String reason) {
    byte[] text = reason.getBytes(StandardCharsets.US_ASCII);
    byte[] payload = new byte[2 + Math.min(text.length, CLOSE_REASON_BYTES_MAX)];
    payload[0] = (byte) (code >>> 8);
    payload[1] = (byte) code;
    System.arraycopy(text, 0, payload, 2, payload.length - 2);
    return frame(CLOSE, payload);
  }

  private ByteBuf frame(int opcode, byte[] payload) {
    int mask = random.nextInt();
    ByteBuf frame = alloc.buffer(HEADER_BYTES_MAX + payload.length);
    frame.writeByte(FIN | opcode);
    length(frame, payload.length);
    frame.writeInt(mask);
    return frame.writeBytes(masked(payload, mask));
  }

  private static void length(ByteBuf frame, int length) {
    if (length < 126) {
      frame.writeByte(MASKED | length);
    } else if (length < 1 << 16) {
      frame.writeByte(MASKED | 126).writeShort(length);
    } else {
      frame.writeByte(MASKED | 127).writeLong(length);
    }
  }

  private static byte[] masked(byte[] payload, int mask) {
    byte[] hidden = Arrays.copyOf(payload, payload.length);
    for (int i = 0; i < hidden.length; i++) {
      hidden[i] ^= (byte) (mask >>> (24 - 8 * (i & 3)));
    }
    return hidden;
  }
}
