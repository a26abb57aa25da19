package dev.graspd.server.git;

import java.time.Duration;
import java.util.Locale;

/** What git tells the operator's counters; called from many threads, never blocks. */
public interface GitMetrics {
  /** Counts nothing: for tests and tools. */
  GitMetrics NONE =
      new GitMetrics() {
        @Override
        public void operation(Operation operation, Status status, Duration took) {}

        @Override
        public void bytes(Direction direction, long count) {}

        @Override
        public void wholeClone(boolean isFromCache) {}
      };

  /** What a client did, the label {@code operation}. */
  enum Operation {
    INFO_REFS,
    LS_REFS,
    FETCH,
    PUSH;

    /** Returns the label's value. */
    public String word() {
      return label(this);
    }
  }

  /** How it ended, the label {@code status}. */
  enum Status {
    OK,
    /** The client asked for what it may not have, or in a way that git does not. */
    REFUSED,
    /** There was no room for it now. */
    BUSY,
    /** The client went away, or took too long. */
    CUT,
    /** A fault of ours. */
    ERROR;

    /** Returns the label's value. */
    public String word() {
      return label(this);
    }
  }

  /** Where bytes went, the label {@code direction}. */
  enum Direction {
    IN,
    OUT;

    /** Returns the label's value. */
    public String word() {
      return label(this);
    }
  }

  /** An operation has ended. */
  void operation(Operation operation, Status status, Duration took);

  /** Bytes of bodies went over the wire. */
  void bytes(Direction direction, long count);

  /** A whole clone was asked for, and an answer to it was at hand or not. */
  void wholeClone(boolean isFromCache);

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
