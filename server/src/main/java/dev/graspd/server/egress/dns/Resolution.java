package dev.graspd.server.egress.dns;

import java.net.InetAddress;
import java.util.List;

/** The resolver's answer for a name. */
public sealed interface Resolution {
  /** Its addresses, in the order to try them; at least one. */
  record Found(List<InetAddress> addresses) implements Resolution {
    public Found {
      addresses = List.copyOf(addresses);
      if (addresses.isEmpty()) {
        throw new IllegalArgumentException("a name without addresses was not found");
      }
    }
  }

  /** A name server said that there is no such name, or that it has no address. */
  record DoesNotExist() implements Resolution {}

  /** There was no reliable answer. */
  record NoAnswer(String cause) implements Resolution {}
}
