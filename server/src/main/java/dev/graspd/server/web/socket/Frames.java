package dev.graspd.server.web.socket;

import dev.graspd.server.relay.EventBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Writes the server's WebSocket frames: unmasked, one frame a message. */
public final class Frames {
  private static final int FIN = 0x80;
  private static final int COMPRESSED = 0x40;
  private static final int TEXT = 1;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;

  private static final int HEADER_BYTES_MAX = 10;
  private static final int STORED_HEADER_BYTES = 5;
  private static final int CLOSE_REASON_BYTES_MAX = 123;

  private Frames() {}

  public static ByteBuf text(ByteBufAllocator alloc, byte[] utf8) {
    return whole(alloc, TEXT, utf8);
  }

  public static ByteBuf ping(ByteBufAllocator alloc) {
    return whole(alloc, PING, new byte[0]);
  }

  public static ByteBuf pong(ByteBufAllocator alloc, byte[] payload) {
    return whole(alloc, PONG, payload);
  }

  /** The reason is cut to what a close frame can carry; texts are ASCII. */
  public static ByteBuf close(ByteBufAllocator alloc, int code, String reason) {
    byte[] text = reason.getBytes(StandardCharsets.US_ASCII);
    text = Arrays.copyOf(text, Math.min(text.length, CLOSE_REASON_BYTES_MAX));
    ByteBuf frame = alloc.buffer(HEADER_BYTES_MAX + 2 + text.length);
    header(frame, FIN | CLOSE, 2 + text.length);
    return frame.writeShort(code).writeBytes(text);
  }

  /** Returns one buffer with one EVENT message for each body. */
  public static ByteBuf events(
      ByteBufAllocator alloc, byte[] head, List<EventBody> bodies, boolean mayCompress) {
    ByteBuf frames = alloc.buffer(size(head, bodies));
    for (EventBody body : bodies) {
      if (mayCompress && body.isWorthCompressing()) {
        compressed(frames, head, body.deflated());
      } else {
        header(frames, FIN | TEXT, head.length + body.json().length + 1);
        frames.writeBytes(head).writeBytes(body.json()).writeByte(']');
      }
    }
    return frames;
  }

  private static int size(byte[] head, List<EventBody> bodies) {
    int bytes = 0;
    for (EventBody body : bodies) {
      bytes += HEADER_BYTES_MAX + STORED_HEADER_BYTES + head.length + body.json().length + 1;
    }
    return bytes;
  }

  /** The head as a stored block, then the blocks that all subscribers share. */
  private static void compressed(ByteBuf frames, byte[] head, byte[] deflated) {
    header(frames, FIN | COMPRESSED | TEXT, STORED_HEADER_BYTES + head.length + deflated.length);
    frames.writeByte(0).writeShortLE(head.length).writeShortLE(~head.length);
    frames.writeBytes(head).writeBytes(deflated);
  }

  private static ByteBuf whole(ByteBufAllocator alloc, int opcode, byte[] payload) {
    ByteBuf frame = alloc.buffer(HEADER_BYTES_MAX + payload.length);
    header(frame, FIN | opcode, payload.length);
    return frame.writeBytes(payload);
  }

  private static void header(ByteBuf frame, int firstByte, int length) {
    frame.writeByte(firstByte);
    if (length < 126) {
      frame.writeByte(length);
    } else if (length < 1 << 16) {
      frame.writeByte(126).writeShort(length);
    } else {
      frame.writeByte(127).writeLong(length);
    }
  }
}
