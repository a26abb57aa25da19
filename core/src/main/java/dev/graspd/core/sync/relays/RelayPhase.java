package dev.graspd.core.sync.relays;

/** The state of the connection to a relay, with its number in metrics. */
public enum RelayPhase {
  DISCONNECTED(0),
  CONNECTING(1),
  SYNCING(2),
  CONNECTED(3),
  CONNECTED_HISTORIC_SYNC_FAILURES(4);

  private final int metric;

  RelayPhase(int metric) {
    this.metric = metric;
  }

  public int metric() {
    return metric;
  }

  /** Returns whether the link is open. */
  public boolean isOpen() {
    return compareTo(SYNCING) >= 0;
  }
}
