package dev.graspd.server.ops.metrics;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * How many connections each address has. Only totals leave this class: addresses are nobody's
 * business. As large as the number of open connections at most.
 */
final class AddressTracker {
  private final int abuseThreshold;
  private final Map<InetAddress, Integer> connections = new HashMap<>();
  private int abusers;

  AddressTracker(int abuseThreshold) {
    this.abuseThreshold = abuseThreshold;
  }

  synchronized void opened(InetAddress address) {
    if (connections.merge(address, 1, Integer::sum) == abuseThreshold) {
      abusers++;
    }
  }

  synchronized void closed(InetAddress address) {
    Integer before = connections.get(address);
    if (before == null) {
      return;
    }
    if (before == abuseThreshold) {
      abusers--;
    }
    if (before == 1) {
      connections.remove(address);
    } else {
      connections.put(address, before - 1);
    }
  }

  synchronized int addresses() {
    return connections.size();
  }

  synchronized int abusers() {
    return abusers;
  }
}
