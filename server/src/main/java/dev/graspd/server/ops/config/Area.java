package dev.graspd.server.ops.config;

/** A chapter of the reference page and of {@code --help}. */
public enum Area {
  /** Names, addresses, files. */
  SERVICE("Service"),
  /** Logs, metrics, modes. */
  OPERATIONS("Operations"),
  /** Limits of relay connections. */
  RELAY("Relay"),
  /** Limits of events. */
  EVENTS("Events"),
  /** Repositories and pushes. */
  HOSTING("Repositories"),
  /** Other relays. */
  SYNC("Sync"),
  /** Other git servers. */
  HUNT("Git data from other servers"),
  /** Kept for what comes later or was. */
  RESERVED("Accepted without effect");

  private final String title;

  Area(String title) {
    this.title = title;
  }

  /** Returns the heading. */
  public String title() {
    return title;
  }
}
