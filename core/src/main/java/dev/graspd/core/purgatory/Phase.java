package dev.graspd.core.purgatory;

/** The phase of something that waits. The codes are written to disk and never change. */
public enum Phase {
  /** It counts, and is served as soon as its other half is here. */
  WAITING(1),
  /** It has expired: it can only be revived. */
  REMEMBERED(2);

  private final int code;

  Phase(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
