package dev.graspd.core.store.row;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.LogRecord;

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

  public int code() {
    return code;
  }

  public boolean isServed() {
    return this == STORED || this == RELEASED;
  }

  public boolean isHere() {
    return this != ASIDE;
  }

  /** Returns the record of an event with this life in the log. */
  public LogRecord record(long seq, Event event) {
    return switch (this) {
      case STORED -> new LogRecord.Stored(seq, event);
      case RELEASED -> new LogRecord.Released(seq, event);
      case HELD, DORMANT -> new LogRecord.Held(seq, event);
      case ASIDE -> throw new IllegalArgumentException("no part of the log: " + event);
    };
  }

  public static Life ofCode(int code) {
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
