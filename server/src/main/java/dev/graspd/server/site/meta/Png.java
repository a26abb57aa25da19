package dev.graspd.server.site.meta;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Writes pictures of two colours as PNG. Not compressed: libraries compress differently, and these
 * bytes are the same everywhere.
 */
final class Png {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int PALETTE = 3;

  /** The most bytes of a block of zlib that is not compressed. */
  private static final int BLOCK_BYTES_MAX = 0xffff;

  private Png() {}

  /** Which pixels have the second colour. */
  @FunctionalInterface
  interface Pixels {
    boolean isSet(int x, int y);
  }

  /** Writes a square; colours are red, green and blue from the highest byte on. */
  static byte[] ofTwoColours(int side, int first, int second, Pixels pixels) {
    byte[] rows = rows(side, pixels);
    if (rows.length > BLOCK_BYTES_MAX) {
      throw new IllegalArgumentException("too large for one block: " + side);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(SIGNATURE);
    byte[] header =
        ByteBuffer.allocate(13)
            .putInt(side)
            .putInt(side)
            .put((byte) 1) // a bit for each pixel
            .put((byte) PALETTE)
            .array();
    chunk(out, "IHDR", header);
    ByteBuffer colours = ByteBuffer.allocate(6);
    for (int colour : new int[] {first, second}) {
      colours.put((byte) (colour >> 16)).put((byte) (colour >> 8)).put((byte) colour);
    }
    chunk(out, "PLTE", colours.array());
    chunk(out, "IDAT", stored(rows));
    chunk(out, "IEND", new byte[0]);
    return out.toByteArray();
  }

  /** Each row begins with its filter: none. */
  private static byte[] rows(int side, Pixels pixels) {
    int rowBytes = 1 + (side + 7) / 8;
    byte[] rows = new byte[side * rowBytes];
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        if (pixels.isSet(x, y)) {
          rows[y * rowBytes + 1 + x / 8] |= (byte) (0x80 >> x % 8);
        }
      }
    }
    return rows;
  }

  /** Returns a stream of zlib with one block as it is (RFC 1950, RFC 1951). */
  private static byte[] stored(byte[] content) {
    Adler32 sum = new Adler32();
    sum.update(content);
    short length = (short) content.length;
    return ByteBuffer.allocate(content.length + 11)
        .put((byte) 0x78)
        .put((byte) 0x01)
        .put((byte) 1) // the last block
        .putShort(Short.reverseBytes(length))
        .putShort(Short.reverseBytes((short) ~length))
        .put(content)
        .putInt((int) sum.getValue())
        .array();
  }

  private static void chunk(ByteArrayOutputStream out, String type, byte[] content) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 sum = new CRC32();
    sum.update(name);
    sum.update(content);
    out.writeBytes(ByteBuffer.allocate(4).putInt(content.length).array());
    out.writeBytes(name);
    out.writeBytes(content);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
  }
}
