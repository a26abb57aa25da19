package dev.graspd.core.sync;

/** Where the connection to a relay stands, with the numbers that dashboards know it by. */
public enum Phase {
  DISCONNECTED(0),
  CONNECTING(1),
  SYNCING(2),
  CONNECTED(3),
  CONNECTED_HISTORIC_SYNC_FAILURES(4);

  private final int metric;

  Phase(int metric) {
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
