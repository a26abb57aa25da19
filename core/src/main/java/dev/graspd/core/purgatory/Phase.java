package dev.graspd.core.purgatory;

/** Where something that waits stands. The codes are written to disk and never change. */
public enum Phase {
  /** It counts, and is served as soon as its other half is here. */
  WAITING(1),
  /** Its time is over: it counts for nothing but its own revival. */
  REMEMBERED(2);

  private final int code;

  Phase(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
