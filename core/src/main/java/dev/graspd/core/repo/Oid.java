package dev.graspd.core.repo;

import dev.graspd.core.nostr.text.Hex;
import java.util.Optional;

/** The id of a git object: 40 lower-case hex digits. */
public record Oid(String hex) implements Comparable<Oid> {
  public static final int DIGITS = 40;

  /** In a push: no object, that is, the ref is not there. */
  public static final Oid ZERO = new Oid("0".repeat(DIGITS));

  public Oid {
    if (!Hex.isLowerHex(hex, DIGITS)) {
      throw new IllegalArgumentException("not 40 lower-case hex digits");
    }
  }

  public static Optional<Oid> parse(String text) {
    return Hex.isLowerHex(text, DIGITS) ? Optional.of(new Oid(text)) : Optional.empty();
  }

  public boolean isZero() {
    return equals(ZERO);
  }

  @Override
  public int compareTo(Oid that) {
    return hex.compareTo(that.hex);
  }

  @Override
  public String toString() {
    return hex;
  }
}
