package dev.graspd.server.web.connection;

import dev.graspd.server.net.Cidr;
import dev.graspd.server.relay.ClientAddress;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Finds the client of a connection: the peer, or the address that a trusted proxy names. */
public final class ClientAddresses {
  private final List<Cidr> trustedProxies;
  private final boolean loopbackIsOperator;

  public ClientAddresses(List<Cidr> trustedProxies, boolean loopbackIsOperator) {
    this.trustedProxies = List.copyOf(trustedProxies);
    this.loopbackIsOperator = loopbackIsOperator;
  }

  /** Returns a client without a proxy, or with one that does not name its client. */
  ClientAddress direct(InetAddress peer) {
    return new ClientAddress(peer, loopbackIsOperator && peer.isLoopbackAddress());
  }

  boolean isTrusted(InetAddress address) {
    return trustedProxies.stream().anyMatch(network -> network.contains(address));
  }

  /**
   * Returns the client. Of the forwarded addresses, each proxy added its own peer at the right; so
   * the rightmost one that is no trusted proxy is the last that somebody trusted has seen.
   *
   * @param forwardedFor the values of all {@code X-Forwarded-For} headers, in order
   */
  public ClientAddress clientOf(InetAddress peer, List<String> forwardedFor) {
    if (forwardedFor.isEmpty()) {
      return direct(peer);
    }
    InetAddress client = peer;
    List<String> hops =
        forwardedFor.stream().flatMap(value -> Arrays.stream(value.split(",", -1))).toList();
    for (String hop : hops.reversed()) {
      Optional<InetAddress> next =
          isTrusted(client) ? literal(hop.strip()) : Optional.<InetAddress>empty();
      if (next.isEmpty()) {
        break;
      }
      client = next.get();
    }
    return new ClientAddress(client, false);
  }

  /**
   * Takes {@code 1.2.3.4}, {@code 1.2.3.4:5}, {@code ::1} and {@code [::1]:5}; resolves no names.
   */
  private static Optional<InetAddress> literal(String hop) {
    String text = hop;
    if (text.startsWith("[")) {
      text = text.substring(1, Math.max(1, text.indexOf(']')));
    } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
      text = text.substring(0, text.indexOf(':'));
    }
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
