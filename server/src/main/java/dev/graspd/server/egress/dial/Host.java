package dev.graspd.server.egress.dial;

import java.net.Inet6Address;
import java.net.InetAddress;

/** The host of a target: a name for the resolver, or an address that needs none. */
public sealed interface Host {
  /** A name of letters, digits, hyphens and dots, in lower case, without a dot at its end. */
  record Name(String ascii) implements Host {}

  /** An address, in any spelling. */
  record Literal(InetAddress address) implements Host {}

  /** Returns the host as it stands in URLs and in the Host header. */
  default String text() {
    return switch (this) {
      case Name(var ascii) -> ascii;
      case Literal(Inet6Address address) -> "[" + address.getHostAddress() + "]";
      case Literal(var address) -> address.getHostAddress();
    };
  }
}
