package dev.graspd.server.egress;

import java.net.InetAddress;
import java.util.List;

/** What the resolver says about a name. */
public sealed interface Resolution {
  /** Its addresses, in the order to try them; at least one. */
  record Found(List<InetAddress> addresses) implements Resolution {
    /** Copies the list. */
    public Found {
      addresses = List.copyOf(addresses);
      if (addresses.isEmpty()) {
        throw new IllegalArgumentException("a name without addresses was not found");
      }
    }
  }

  /** A name server said that there is no such name, or that it has no address. */
  record DoesNotExist() implements Resolution {}

  /** Nobody said anything that could be relied on. */
  record NoAnswer(String cause) implements Resolution {}
}
