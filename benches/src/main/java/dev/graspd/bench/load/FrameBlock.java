package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Client frames one after the other in one piece of memory outside the heap, masked beforehand:
 * sending a thousand of them is one write of one slice.
 */
public final class FrameBlock {
  private static final byte[] MASK = {0x37, (byte) 0xfa, 0x21, 0x3d};
  private static final int SHORT_MAX = 125;
  private static final int MEDIUM_MAX = 0xffff;

  private final ByteBuf bytes;
  private final int[] ends;

  private FrameBlock(ByteBuf bytes, int[] ends) {
    this.bytes = bytes;
    this.ends = ends;
  }

  public static FrameBlock of(String... messages) {
    Builder frames = new Builder();
    for (String message : messages) {
      frames.add("", message.getBytes(StandardCharsets.UTF_8), "");
    }
    return frames.build();
  }

  public int size() {
    return ends.length;
  }

  public int bytes() {
    return bytes.writerIndex();
  }

  /** Returns the frames of a range; the caller owns one reference. */
  public ByteBuf slice(int from, int to) {
    int begin = from == 0 ? 0 : ends[from - 1];
    return bytes.retainedSlice(begin, to == 0 ? 0 : ends[to - 1] - begin);
  }

  /** Returns one frame; the caller owns one reference. */
  public ByteBuf frame(int n) {
    return slice(n, n + 1);
  }

  /** Gives the memory back; slices that are not sent yet keep theirs. */
  public void release() {
    boolean _ = bytes.release();
  }

  /** Collects frames. */
  public static final class Builder {
    private final ByteBuf bytes = Unpooled.directBuffer(1 << 12);
    private int[] ends = new int[16];
    private int count;

    /** Adds one text message. */
    public Builder add(String before, byte[] middle, String after) {
      byte[] payload = new byte[before.length() + middle.length + after.length()];
      byte[] head = before.getBytes(StandardCharsets.US_ASCII);
      byte[] tail = after.getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(head, 0, payload, 0, head.length);
      System.arraycopy(middle, 0, payload, head.length, middle.length);
      System.arraycopy(tail, 0, payload, head.length + middle.length, tail.length);
      writeFrame(bytes, 0x1, payload);
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, 2 * count);
      }
      ends[count++] = bytes.writerIndex();
      return this;
    }

    public FrameBlock build() {
      return new FrameBlock(bytes, Arrays.copyOf(ends, count));
    }
  }

  /** Appends one masked frame. */
  static void writeFrame(ByteBuf out, int opcode, byte[] payload) {
    out.writeByte(0x80 | opcode);
    if (payload.length <= SHORT_MAX) {
      out.writeByte(0x80 | payload.length);
    } else if (payload.length <= MEDIUM_MAX) {
      out.writeByte(0x80 | 126).writeShort(payload.length);
    } else {
      out.writeByte(0x80 | 127).writeLong(payload.length);
    }
    out.writeBytes(MASK);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= MASK[i & 3];
    }
    out.writeBytes(payload);
  }
}
