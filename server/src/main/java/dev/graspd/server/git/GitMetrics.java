package dev.graspd.server.git;

import dev.graspd.server.requests.RequestOutcome;
import java.time.Duration;
import java.util.Locale;

/** The counters of git for the operator; called from many threads, never blocks. */
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

  /** A value of a label. */
  interface Label {
    String name();

    default String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The label {@code operation}. */
  enum Operation implements Label {
    INFO_REFS,
    LS_REFS,
    FETCH,
    PUSH
  }

  /** The end of an operation, the label {@code status}. */
  enum Status implements Label {
    OK,
    /** The request is forbidden or malformed. */
    REFUSED,
    /** There was no room for it now. */
    BUSY,
    /** The client went away, or took too long. */
    CUT,
    /** A fault of ours. */
    ERROR;

    /** Returns the outcome for the log of requests. */
    public RequestOutcome outcome() {
      return switch (this) {
        case OK -> RequestOutcome.ACCEPTED;
        case REFUSED -> RequestOutcome.REFUSED;
        case BUSY -> RequestOutcome.BUSY;
        case CUT -> RequestOutcome.CUT;
        case ERROR -> RequestOutcome.FAILED;
      };
    }
  }

  /** The label {@code direction}. */
  enum Direction implements Label {
    IN,
    OUT
  }

  void operation(Operation operation, Status status, Duration took);

  /** Bytes of bodies went over the wire. */
  void bytes(Direction direction, long count);

  /** A client requested a whole clone. */
  void wholeClone(boolean isFromCache);
}
