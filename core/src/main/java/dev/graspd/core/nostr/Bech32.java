package dev.graspd.core.nostr;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Bech32 (BIP-173) for the keys of NIP-19: {@code npub} and {@code nsec}, 32 bytes each. */
public final class Bech32 {
  private static final String ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  private static final int[] GENERATOR = {
    0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3
  };

  /** What the five highest bits of the checksum's state do to the next one. */
  private static final int[] FEEDBACK = feedback();

  /** The value of each ASCII character; −1 for one that is not in the alphabet. */
  private static final byte[] VALUES = values();

  private static final int CHECKSUM_LENGTH = 6;
  private static final int LENGTH_MAX = 90;

  private Bech32() {}

  /** A decoded text: its human-readable part and its bytes. */
  public record Decoded(String prefix, byte[] data) {}

  public static String npub(PublicKey key) {
    return encode("npub", key.bytes());
  }

  /** Returns the key if the text is a canonical (lower-case) npub. */
  public static Optional<PublicKey> parseNpub(String text) {
    return decodeKey("npub", text).map(bytes -> PublicKey.of(bytes, 0));
  }

  /** Returns the 32 secret bytes if the text is a canonical (lower-case) nsec. */
  public static Optional<byte[]> parseNsec(String text) {
    return decodeKey("nsec", text);
  }

  private static Optional<byte[]> decodeKey(String prefix, String text) {
    if (!text.equals(text.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    return decode(text)
        .filter(decoded -> decoded.prefix().equals(prefix) && decoded.data().length == 32)
        .map(Decoded::data);
  }

  public static String encode(String prefix, byte[] data) {
    byte[] groups = regroup(data, 8, 5, true).orElseThrow();
    int checksum = polymod(prefix, groups, true) ^ 1;
    StringBuilder text = new StringBuilder(prefix).append('1');
    for (byte group : groups) {
      text.append(ALPHABET.charAt(group));
    }
    for (int i = CHECKSUM_LENGTH - 1; i >= 0; i--) {
      text.append(ALPHABET.charAt((checksum >> (5 * i)) & 31));
    }
    return text.toString();
  }

  /** Decodes; empty if the text is anything but valid Bech32 with whole bytes in it. */
  public static Optional<Decoded> decode(String text) {
    return decode(text, LENGTH_MAX);
  }

  /**
   * Decodes a text of up to so many characters: names of events may be longer than BIP-173 says.
   */
  public static Optional<Decoded> decode(String text, int lengthMax) {
    // Checked before the case is changed: some letters beyond ASCII have lower cases within.
    if (text.length() > lengthMax || !isPrintableAscii(text)) {
      return Optional.empty();
    }
    String lower = text.toLowerCase(Locale.ROOT);
    boolean mixedCase = !text.equals(lower) && !text.equals(text.toUpperCase(Locale.ROOT));
    int separator = lower.lastIndexOf('1');
    if (mixedCase || separator < 1 || separator + 1 + CHECKSUM_LENGTH > lower.length()) {
      return Optional.empty();
    }
    String prefix = lower.substring(0, separator);
    byte[] groups = new byte[lower.length() - separator - 1];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = VALUES[lower.charAt(separator + 1 + i)];
      if (groups[i] < 0) {
        return Optional.empty();
      }
    }
    if (polymod(prefix, groups, false) != 1) {
      return Optional.empty();
    }
    byte[] payload = Arrays.copyOf(groups, groups.length - CHECKSUM_LENGTH);
    return regroup(payload, 5, 8, false).map(data -> new Decoded(prefix, data));
  }

  private static boolean isPrintableAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < 33 || text.charAt(i) > 126) {
        return false;
      }
    }
    return true;
  }

  private static Optional<byte[]> regroup(byte[] groups, int from, int to, boolean pad) {
    int wholeBits = groups.length * from;
    byte[] out = new byte[pad ? (wholeBits + to - 1) / to : wholeBits / to];
    int written = 0;
    int bits = 0;
    int pending = 0;
    for (byte group : groups) {
      pending = (pending << from | (group & 0xFF)) & 0xFFFF;
      bits += from;
      while (bits >= to) {
        bits -= to;
        out[written++] = (byte) (pending >> bits & ((1 << to) - 1));
      }
    }
    int rest = pending & ((1 << bits) - 1);
    if (pad) {
      if (bits > 0) {
        out[written] = (byte) ((rest << (to - bits)) & ((1 << to) - 1));
      }
    } else if (bits >= from || rest != 0) {
      return Optional.empty();
    }
    return Optional.of(out);
  }

  private static int polymod(String prefix, byte[] groups, boolean appendChecksum) {
    int state = 1;
    for (int i = 0; i < prefix.length(); i++) {
      state = step(state, prefix.charAt(i) >> 5);
    }
    state = step(state, 0);
    for (int i = 0; i < prefix.length(); i++) {
      state = step(state, prefix.charAt(i) & 31);
    }
    for (byte group : groups) {
      state = step(state, group);
    }
    for (int i = 0; appendChecksum && i < CHECKSUM_LENGTH; i++) {
      state = step(state, 0);
    }
    return state;
  }

  private static int step(int state, int value) {
    return (state & 0x1ffffff) << 5 ^ value ^ FEEDBACK[state >>> 25];
  }

  private static int[] feedback() {
    int[] feedback = new int[1 << GENERATOR.length];
    for (int top = 0; top < feedback.length; top++) {
      for (int i = 0; i < GENERATOR.length; i++) {
        if ((top >> i & 1) != 0) {
          feedback[top] ^= GENERATOR[i];
        }
      }
    }
    return feedback;
  }

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (int i = 0; i < ALPHABET.length(); i++) {
      values[ALPHABET.charAt(i)] = (byte) i;
    }
    return values;
  }
}
