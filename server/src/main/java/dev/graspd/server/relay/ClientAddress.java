package dev.graspd.server.relay;

import dev.graspd.server.charge.Payer;
import java.net.InetAddress;

/**
 * Where a client comes from, behind trusted proxies.
 *
 * @param isOperator a process on this machine that came directly: it has no limits per address
 */
public record ClientAddress(InetAddress address, boolean isOperator) {
  /** Returns the payer that is charged for this client. */
  public Payer payer() {
    return isOperator ? Payer.operator() : Payer.of(address);
  }
}
