package dev.graspd.server.ops.config;

/** A chapter of the reference page and of {@code --help}. */
public enum Area {
  SERVICE("Service"),
  OPERATIONS("Operations"),
  RELAY("Relay"),
  EVENTS("Events"),
  WEB("Pages"),
  HOSTING("Repositories"),
  SYNC("Sync"),
  HUNT("Git data from other servers"),
  /** Keys of the reference server that have no meaning here. */
  RESERVED("Accepted without effect");

  private final String title;

  Area(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
