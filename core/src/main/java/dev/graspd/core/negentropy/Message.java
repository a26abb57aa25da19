package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.text.Hex;
import java.util.Arrays;
import java.util.Optional;

/** The bytes of one message, not yet checked. On the wire they travel as hex. */
public final class Message {
  private final byte[] bytes;

  private Message(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A message of a copy of these bytes. */
  public static Message of(byte[] bytes) {
    return new Message(bytes.clone());
  }

  /** A message of these bytes themselves: the caller gives them away. */
  static Message owning(byte[] bytes) {
    return new Message(bytes);
  }

  /** Reads lower-case hex; empty if the text is something else. */
  public static Optional<Message> parse(CharSequence hex) {
    boolean valid = hex.length() % 2 == 0 && Hex.isLowerHex(hex, hex.length());
    return valid ? Optional.of(new Message(Hex.decode(hex))) : Optional.empty();
  }

  /** The message as lower-case hex. */
  public String hex() {
    return Hex.encode(bytes);
  }

  /** How many bytes it has; the hex text has twice as many characters. */
  public int length() {
    return bytes.length;
  }

  /** The bytes themselves, not a copy; nobody writes to them. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Message that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
