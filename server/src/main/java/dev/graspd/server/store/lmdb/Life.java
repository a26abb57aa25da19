package dev.graspd.server.store.lmdb;

/** How an event came to be here. The codes are on disk. */
enum Life {
  STORED(1),
  RELEASED(2),
  HELD(3),
  /** A deletion that has hidden nothing yet: held, with an end. */
  DORMANT(4),
  /** Kept for a repository that is hosted no more: no part of the log, unknown to all who ask. */
  ASIDE(5);

  private final int code;

  Life(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  boolean isServed() {
    return this == STORED || this == RELEASED;
  }

  /** Returns whether it counts as being here. */
  boolean isHere() {
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
