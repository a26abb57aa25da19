package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.Bytes32;

/**
 * The largest length of a message. Items that do not fit are left to the next round: the message
 * ends with one fingerprint over all that remains.
 */
public record FrameLimit(int bytes) {
  /** The least that lets every round get further. */
  public static final int BYTES_MIN = 4096;

  /** Messages of any length. */
  public static final FrameLimit NONE = new FrameLimit(Integer.MAX_VALUE);

  /** What a relay's message may have: in hex it doubles, and fits the limits of common peers. */
  public static final FrameLimit DEFAULT = new FrameLimit(60_000);

  /** Room for the last id list's overrun and for the closing fingerprint. */
  private static final int RESERVED_BYTES = 200;

  public FrameLimit {
    if (bytes < BYTES_MIN) {
      throw new IllegalArgumentException(
          "a frame limit is at least %d bytes, not %d".formatted(BYTES_MIN, bytes));
    }
  }

  boolean isExceededBy(int length) {
    return length > bytes - RESERVED_BYTES;
  }

  /** How many ids an answer of this length can still take; the last may reach into the reserve. */
  int idsThatFit(int length) {
    return isExceededBy(length) ? 0 : (bytes - RESERVED_BYTES - length) / Bytes32.BYTES + 1;
  }
}
