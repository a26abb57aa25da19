package dev.graspd.server.egress.dial;

import dev.graspd.server.net.Cidr;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * The addresses that are not global, after the IANA registries of special addresses. For IPv6 only
 * 2000::/3 is assigned, so everything else is special.
 */
final class SpecialAddresses {
  private record Special(Cidr network, String kind) {}

  private static final Cidr GIVEN_OUT = Cidr.parse("2000::/3");

  /** The more precise come first. */
  private static final List<Special> NETWORKS =
      List.of(
          of("0.0.0.0/8", "unspecified"),
          of("10.0.0.0/8", "private"),
          of("100.100.100.200", "metadata"),
          of("100.64.0.0/10", "carrier-grade NAT"),
          of("127.0.0.0/8", "loopback"),
          of("168.63.129.16", "metadata"),
          of("169.254.169.254", "metadata"),
          of("169.254.0.0/16", "link-local"),
          of("172.16.0.0/12", "private"),
          of("192.0.0.192", "metadata"),
          of("192.0.0.0/24", "reserved"),
          of("192.0.2.0/24", "documentation"),
          of("192.88.99.0/24", "6to4"),
          of("192.168.0.0/16", "private"),
          of("198.18.0.0/15", "benchmark"),
          of("198.51.100.0/24", "documentation"),
          of("203.0.113.0/24", "documentation"),
          of("224.0.0.0/4", "multicast"),
          of("255.255.255.255", "broadcast"),
          of("240.0.0.0/4", "reserved"),
          of("::", "unspecified"),
          of("::1", "loopback"),
          of("::/96", "IPv4-compatible"),
          of("64:ff9b::/96", "NAT64"),
          of("64:ff9b:1::/48", "NAT64"),
          of("100::/64", "discard"),
          of("2001::/32", "Teredo"),
          of("2001:2::/48", "benchmark"),
          of("2001:10::/28", "ORCHID"),
          of("2001:20::/28", "ORCHID"),
          of("2001::/23", "reserved"),
          of("2001:db8::/32", "documentation"),
          of("2002::/16", "6to4"),
          of("3fff::/20", "documentation"),
          of("5f00::/16", "segment routing"),
          of("fd00:ec2::254", "metadata"),
          of("fd20:ce::254", "metadata"),
          of("fc00::/7", "unique local"),
          of("fe80::/10", "link-local"),
          of("fec0::/10", "site-local"),
          of("ff00::/8", "multicast"));

  private SpecialAddresses() {}

  /** Returns the kind of a special address. */
  static Optional<String> kindOf(InetAddress address) {
    InetAddress plain = unwrapped(address);
    for (Special special : NETWORKS) {
      if (special.network().contains(plain)) {
        return Optional.of(special.kind());
      }
    }
    boolean ipv6 = plain.getAddress().length == 16;
    return ipv6 && !GIVEN_OUT.contains(plain) ? Optional.of("reserved") : Optional.empty();
  }

  /** Returns the IPv4 address inside an IPv4-mapped one: the system would dial that one. */
  static InetAddress unwrapped(InetAddress address) {
    try {
      return InetAddress.getByAddress(address.getAddress());
    } catch (UnknownHostException e) {
      throw new AssertionError("an address has the bytes of an address", e);
    }
  }

  private static Special of(String network, String kind) {
    return new Special(Cidr.parse(network), kind);
  }
}
