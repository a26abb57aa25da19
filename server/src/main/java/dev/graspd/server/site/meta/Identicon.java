package dev.graspd.server.site.meta;

import dev.graspd.core.nostr.PublicKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * A picture of a key: a pattern of five by five cells, left and right alike. The same key has the
 * same picture on every server, for ever.
 */
public final class Identicon {
  static final int CELLS = 5;
  private static final int CELL_PIXELS = 40;
  private static final int BORDER_PIXELS = 20;

  /** Width and height; previews of links want at least 200. */
  public static final int SIDE_PIXELS = CELLS * CELL_PIXELS + 2 * BORDER_PIXELS;

  private static final int GROUND = 0xf3f1ec;

  /** Dark, so that they stand out from the ground. */
  private static final List<Integer> COLOURS =
      List.of(
          0x3b2f8f, 0x7a1f5c, 0x9c2a2a, 0x8a4b08, 0x5f5f00, 0x2f6b1f, 0x0b6b4f, 0x00667a, 0x1f5fa8,
          0x4a4a9c, 0x7a3fa0, 0xa02f6f, 0x5c4033, 0x444444, 0x1f3f5f, 0x4f5f2f);

  private Identicon() {}

  /** Returns the picture as PNG. */
  public static byte[] png(PublicKey key) {
    byte[] hash = hash(key);
    boolean[][] cells = cells(hash);
    int colour = COLOURS.get((hash[0] & 0xff) % COLOURS.size());
    return Png.ofTwoColours(
        SIDE_PIXELS,
        GROUND,
        colour,
        (x, y) -> isInside(x) && isInside(y) && cells[cell(y)][cell(x)]);
  }

  /** A key may be chosen to look alike; its hash cannot. */
  private static byte[] hash(PublicKey key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.bytes());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static boolean[][] cells(byte[] hash) {
    boolean[][] cells = new boolean[CELLS][CELLS];
    for (int row = 0; row < CELLS; row++) {
      for (int column = 0; column <= CELLS / 2; column++) {
        boolean isSet = (hash[1 + row * (CELLS / 2 + 1) + column] & 1) != 0;
        cells[row][column] = isSet;
        cells[row][CELLS - 1 - column] = isSet;
      }
    }
    return cells;
  }

  private static boolean isInside(int pixel) {
    return pixel >= BORDER_PIXELS && pixel < SIDE_PIXELS - BORDER_PIXELS;
  }

  private static int cell(int pixel) {
    return (pixel - BORDER_PIXELS) / CELL_PIXELS;
  }
}
