package dev.graspd.core.store;

/** Why an event left the store. The codes are written to disk and never change. */
public enum Removal {
  REPLACED(1),
  DELETED(2),
  EXPIRED(3),
  VANISHED(4),
  /** A list of the operator excludes its author; it may come back when that ends. */
  EXCLUDED(8),
  /** Newer events took its space; it may come back. */
  EVICTED(9),
  /** A held event whose other half never came. */
  LAPSED(5),
  BANNED(6),
  /** It depended on an ended repository, and may come back with it. */
  WITHDRAWN(7);

  private final int code;

  Removal(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  public static Removal ofCode(int code) {
    for (Removal removal : values()) {
      if (removal.code == code) {
        return removal;
      }
    }
    throw new IllegalArgumentException("unknown removal code " + code);
  }
}
