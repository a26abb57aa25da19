package dev.graspd.core.hunt;

import java.time.Duration;

/** How soon an event is hunted for (purgatory.md, section 4). */
public enum Urgency {
  /** A client sent it; its push is probably on its way. */
  CLIENT(Duration.ofMinutes(3)),
  /** A relay brought it; we wait a moment to collect a burst. */
  SYNCED(Duration.ofMillis(500)),
  /** It was held already when the server started. */
  RESTORED(Duration.ofMillis(500));

  private final Duration delay;

  Urgency(Duration delay) {
    this.delay = delay;
  }

  public Duration delay() {
    return delay;
  }
}
