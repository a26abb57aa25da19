package dev.graspd.server.store.lmdb.table;

/** The state of a stored event. The codes are on disk. */
public enum Life {
  STORED(1),
  RELEASED(2),
  HELD(3),
  /** A deletion that has hidden nothing yet: held until it expires. */
  DORMANT(4),
  /** Kept for an ended repository: not in the log, and unknown to every reader. */
  ASIDE(5);

  private final int code;

  Life(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  public boolean isServed() {
    return this == STORED || this == RELEASED;
  }

  public boolean isHere() {
    return this != ASIDE;
  }

  static Life ofCode(int code) {
    return switch (code) {
      case 1 -> STORED;
      case 2 -> RELEASED;
      case 3 -> HELD;
      case 4 -> DORMANT;
      case 5 -> ASIDE;
      default -> throw new IllegalStateException("the store is damaged: life " + code);
    };
  }
}
