package dev.graspd.core.sync;

/** Why a relay sent us an event; the words are labels of a metric. */
public enum EventSource {
  /** A live subscription brought it. */
  LIVE("live"),
  /** The history of an item that was new to this connection. */
  STARTUP("startup"),
  /** Catching up after a short outage. */
  RECONNECT("reconnect"),
  /** The daily comparison. */
  DAILY("daily");

  private final String label;

  EventSource(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
