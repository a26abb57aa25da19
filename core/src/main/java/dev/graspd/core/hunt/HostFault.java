package dev.graspd.core.hunt;

/** Why we avoid a host for a while: trying again would not help (sync.md, section 8). */
public enum HostFault {
  NO_SUCH_NAME("dns"),
  TLS("tls"),
  /** Something answers there, but it does not speak HTTP. */
  NOT_HTTP("protocol");

  private final String label;

  HostFault(String label) {
    this.label = label;
  }

  /** Returns its label in metrics. */
  public String label() {
    return label;
  }
}
