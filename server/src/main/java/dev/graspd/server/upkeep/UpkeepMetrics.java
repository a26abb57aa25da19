package dev.graspd.server.upkeep;

import java.time.Duration;
import java.util.Locale;

/** Upkeep's events for metrics. */
public interface UpkeepMetrics {
  /** Counts nothing: for tests and tools. */
  UpkeepMetrics NONE = (_, _, _) -> {};

  /** How a task ended, the label {@code outcome}. */
  enum End {
    /** Small packs became one. */
    JOINED,
    /** A family has one pack, of the objects that it needs. */
    WHOLE,
    /** New objects arrived meanwhile, or objects are missing. */
    NOT_NOW,
    FAILED;

    /** Returns the label's value. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A task.
   *
   * @param readBytes of the packs that it was about
   * @param writtenBytes of those that took their place
   */
  record Bytes(long readBytes, long writtenBytes) {
    static final Bytes NONE = new Bytes(0, 0);
  }

  /** A task has ended. */
  void ended(End end, Bytes bytes, Duration took);
}
