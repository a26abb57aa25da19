package dev.graspd.core.sync;

/** Where the connection to a relay stands; the order gives the numbers of a metric. */
public enum Phase {
  DISCONNECTED,
  CONNECTING,
  SYNCING,
  CONNECTED,
  CONNECTED_HISTORIC_SYNC_FAILURES;

  /** Returns whether the link is open. */
  public boolean isOpen() {
    return compareTo(SYNCING) >= 0;
  }
}
