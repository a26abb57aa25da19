package dev.graspd.core.sync;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Work that is reported on as a whole: done when every request of it has ended and every event that
 * it brought has been judged. Owned by the connection's machine.
 */
final class Batch {
  private final OptionalLong number;
  private final EventSource source;
  private int jobs;
  private int unjudged;
  private int lacking;
  private @Nullable String failure;

  /**
   * Begins a batch.
   *
   * @param number as the sync machine named it; empty for our own, which nobody hears of
   */
  Batch(OptionalLong number, EventSource source) {
    this.number = number;
    this.source = source;
  }

  OptionalLong number() {
    return number;
  }

  EventSource source() {
    return source;
  }

  void jobBegins() {
    jobs++;
  }

  void jobEnds() {
    jobs--;
  }

  void submitted() {
    unjudged++;
  }

  void judged() {
    unjudged--;
  }

  /** The first failure is the one that is told. */
  void fail(String why) {
    if (failure == null) {
      failure = why;
    }
  }

  @Nullable String failure() {
    return failure;
  }

  /** The relay lacks so many events more that we have. */
  void lacks(int more) {
    lacking += more;
  }

  int lacking() {
    return lacking;
  }

  boolean isOver() {
    return jobs == 0 && unjudged == 0;
  }

  /** Returns whether it fills the gap of an outage. */
  boolean isCatchUp() {
    return source == EventSource.RECONNECT;
  }
}
