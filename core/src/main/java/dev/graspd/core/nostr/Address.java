package dev.graspd.core.nostr;

import dev.graspd.core.nostr.text.Hex;
import java.util.Comparator;
import java.util.Optional;

/**
 * The name under which only the newest version of a replaceable or addressable event is kept. For
 * replaceable kinds the identifier is empty.
 */
public record Address(int kind, PublicKey author, String identifier)
    implements Comparable<Address> {
  private static final Comparator<Address> ORDER =
      Comparator.comparingInt(Address::kind)
          .thenComparing(Address::author)
          .thenComparing(Address::identifier);

  /** Parses {@code kind:pubkey:identifier}; the identifier may contain colons. */
  public static Optional<Address> parse(String text) {
    int first = text.indexOf(':');
    int second = first < 0 ? -1 : text.indexOf(':', first + 1);
    if (second < 0 || first > 5 || !Hex.isLowerHex(text.substring(first + 1, second), 64)) {
      return Optional.empty();
    }
    int kind = smallNumber(text.substring(0, first));
    if (kind < 0 || !Kinds.hasAddress(kind)) {
      return Optional.empty();
    }
    PublicKey author = PublicKey.parse(text.substring(first + 1, second));
    boolean named = Kinds.lifeOf(kind) == Kinds.Life.ADDRESSABLE;
    return Optional.of(new Address(kind, author, named ? text.substring(second + 1) : ""));
  }

  private static int smallNumber(String digits) {
    if (digits.isEmpty() || (digits.length() > 1 && digits.charAt(0) == '0')) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number <= Kinds.MAX ? number : -1;
  }

  @Override
  public int compareTo(Address that) {
    return ORDER.compare(this, that);
  }

  @Override
  public String toString() {
    return kind + ":" + author + ":" + identifier;
  }
}
