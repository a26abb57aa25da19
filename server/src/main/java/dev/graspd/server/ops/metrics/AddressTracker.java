package dev.graspd.server.ops.metrics;

import dev.graspd.server.charge.Tally;
import java.net.InetAddress;

/**
 * The number of connections of each address. Only totals leave this class, to protect addresses. At
 * most as large as the number of open connections.
 */
final class AddressTracker {
  private final int abuseThreshold;
  private final Tally<InetAddress> connections = new Tally<>();
  private int abusers;

  AddressTracker(int abuseThreshold) {
    this.abuseThreshold = abuseThreshold;
  }

  synchronized void opened(InetAddress address) {
    if (connections.add(address, 1) == abuseThreshold) {
      abusers++;
    }
  }

  synchronized void closed(InetAddress address) {
    boolean isKnown = connections.of(address) > 0;
    if (isKnown && connections.add(address, -1) == abuseThreshold - 1) {
      abusers--;
    }
  }

  synchronized int addresses() {
    return connections.keys();
  }

  synchronized int abusers() {
    return abusers;
  }
}
