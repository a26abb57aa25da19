package dev.graspd.server.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Objects;

/** A network: an address and how many of its leading bits count. */
public record Cidr(InetAddress network, int prefixBits) {
  /** Checks that the prefix fits the address family. */
  public Cidr {
    Objects.requireNonNull(network, "network");
    int bits = network.getAddress().length * 8;
    if (prefixBits < 0 || prefixBits > bits) {
      throw new IllegalArgumentException("prefix length not between 0 and " + bits);
    }
  }

  /**
   * Parses {@code 10.0.0.0/8}, {@code ::1/128} or a single address. Names are never resolved.
   *
   * @throws IllegalArgumentException if the text is no literal address with an optional prefix
   */
  public static Cidr parse(String text) {
    int slash = text.indexOf('/');
    InetAddress address = literal(slash < 0 ? text : text.substring(0, slash));
    int bits = address.getAddress().length * 8;
    return new Cidr(address, slash < 0 ? bits : prefix(text.substring(slash + 1)));
  }

  /** Returns whether the address lies in this network. IPv4 and IPv6 never match each other. */
  public boolean contains(InetAddress address) {
    byte[] ours = network.getAddress();
    byte[] theirs = address.getAddress();
    if (ours.length != theirs.length) {
      return false;
    }
    int wholeBytes = prefixBits / 8;
    for (int i = 0; i < wholeBytes; i++) {
      if (ours[i] != theirs[i]) {
        return false;
      }
    }
    int mask = 0xff << (8 - prefixBits % 8) & 0xff;
    return mask == 0 || ((ours[wholeBytes] ^ theirs[wholeBytes]) & mask) == 0;
  }

  @Override
  public String toString() {
    return network.getHostAddress() + "/" + prefixBits;
  }

  private static InetAddress literal(String text) {
    try {
      InetAddress address = InetAddress.ofLiteral(text);
      // The JDK also reads 10.1 and 0x7f000001; four plain numbers are meant here.
      if (address instanceof Inet4Address
          && !text.contains(":")
          && !address.getHostAddress().equals(text)) {
        throw new IllegalArgumentException("not a plain IPv4 address");
      }
      return address;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("not an IP address: " + text, e);
    }
  }

  private static int prefix(String text) {
    if (text.isEmpty() || text.length() > 3 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("not a prefix length: " + text);
    }
    return Integer.parseInt(text);
  }
}
