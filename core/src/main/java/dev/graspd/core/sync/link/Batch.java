package dev.graspd.core.sync.link;

import dev.graspd.core.sync.EventSource;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Requests that we report on together: done when all of them have ended and the gate has judged
 * every event that they brought. Owned by the connection's machine.
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
   * @param number given by the sync machine; empty for a batch of this connection's own, which is
   *     not reported
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

  /** Only the first failure is reported. */
  void fail(String why) {
    if (failure == null) {
      failure = why;
    }
  }

  @Nullable String failure() {
    return failure;
  }

  /** The relay lacks this many more events that we have. */
  void lacks(int more) {
    lacking += more;
  }

  int lacking() {
    return lacking;
  }

  boolean isOver() {
    return jobs == 0 && unjudged == 0;
  }

  /** Returns whether it catches up after an outage. */
  boolean isCatchUp() {
    return source == EventSource.RECONNECT;
  }
}
