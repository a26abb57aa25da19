package dev.graspd.core.hunt;

/** Why a host is left alone for a while: trying again would not help (sync.md, section 8). */
public enum HostFault {
  NO_SUCH_NAME("dns"),
  TLS("tls"),
  /** Something answers there, but it does not speak HTTP. */
  NOT_HTTP("protocol");

  private final String label;

  HostFault(String label) {
    this.label = label;
  }

  /** Returns its word in a metric. */
  public String label() {
    return label;
  }
}
