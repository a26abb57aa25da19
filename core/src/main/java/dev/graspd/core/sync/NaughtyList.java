package dev.graspd.core.sync;

/** Relays that are left alone for a while, because trying again would not help. */
public final class NaughtyList {
  /** What is wrong with it; the words are labels of a metric. */
  public enum Category {
    NO_SUCH_NAME("dns"),
    TLS("tls"),
    NOT_A_RELAY("protocol"),
    /** It sends bad signatures or what nobody asked for. */
    MISBEHAVED("misbehaved");

    private final String label;

    Category(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  private NaughtyList() {}
}
