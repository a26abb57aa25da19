package dev.graspd.server.egress.dial;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * IPv4 addresses in all forms that C libraries read: one to four numbers, decimal, octal or
 * hexadecimal, where the last one fills the remaining bytes ({@code 127.1}, {@code 0x7f000001},
 * {@code 017700000001}).
 */
final class Ipv4Text {
  private static final int PARTS_MAX = 4;

  private Ipv4Text() {}

  /** Returns whether the last label is a number: no name of the internet ends in one. */
  static boolean isMeant(String host) {
    String last = host.substring(host.lastIndexOf('.') + 1);
    return last.startsWith("0x")
        ? hasOnlyDigits(last.substring(2), 16)
        : !last.isEmpty() && hasOnlyDigits(last, 10);
  }

  private static boolean hasOnlyDigits(String text, int radix) {
    return text.chars().allMatch(c -> Character.digit(c, radix) >= 0);
  }

  /** Returns the address, if these numbers make one. */
  static Optional<InetAddress> parse(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length > PARTS_MAX) {
      return Optional.empty();
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      int bits = 8 * (i < parts.length - 1 ? 1 : PARTS_MAX + 1 - parts.length);
      OptionalLong number = number(parts[i]);
      if (number.isEmpty() || number.getAsLong() >= 1L << bits) {
        return Optional.empty();
      }
      address = (address << bits) | number.getAsLong();
    }
    return Optional.of(ofNumber(address));
  }

  private static OptionalLong number(String part) {
    boolean hex = part.startsWith("0x");
    boolean octal = !hex && part.length() > 1 && part.startsWith("0");
    String digits = hex ? part.substring(2) : part;
    if (digits.isEmpty()) {
      // Some readers take a lone 0x for zero.
      return hex ? OptionalLong.of(0) : OptionalLong.empty();
    }
    return digits(digits, hex ? 16 : octal ? 8 : 10);
  }

  private static OptionalLong digits(String text, int radix) {
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), radix);
      value = value * radix + digit;
      if (digit < 0 || value > 0xFFFF_FFFFL) {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(value);
  }

  private static InetAddress ofNumber(long address) {
    try {
      return InetAddress.getByAddress(
          new byte[] {
            (byte) (address >>> 24), (byte) (address >>> 16), (byte) (address >>> 8), (byte) address
          });
    } catch (UnknownHostException e) {
      throw new AssertionError("four bytes are an address", e);
    }
  }
}
