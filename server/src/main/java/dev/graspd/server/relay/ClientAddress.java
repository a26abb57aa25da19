package dev.graspd.server.relay;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Where a client comes from, behind trusted proxies.
 *
 * @param isOperator a process on this machine that came directly: it has no limits per address
 */
public record ClientAddress(InetAddress address, boolean isOperator) {
  /** What limits are counted by: an IPv4 address, or the /64 that one IPv6 customer has. */
  public record Key(boolean isIpv6, long network) {}

  /** Returns what this client's limits are counted by; nothing if it has none. */
  public Optional<Key> limitedBy() {
    return isOperator ? Optional.empty() : Optional.of(keyOf(address));
  }

  /** Returns what limits of this address are counted by. */
  public static Key keyOf(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet6Address
        ? new Key(true, bytes.getLong())
        : new Key(false, bytes.getInt());
  }
}
