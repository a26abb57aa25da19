package dev.graspd.server.family;

import java.time.Duration;

/** Counters of hosting; called from many threads, never block. */
public interface HostingMetrics {
  /** Counts nothing: for tests and tools. */
  HostingMetrics NONE =
      new HostingMetrics() {
        @Override
        public void pushJudged(PushVerdict verdict) {}

        @Override
        public void expired(String type) {}

        @Override
        public void released(Duration waited, boolean ofPeer) {}

        @Override
        public void restored() {}

        @Override
        public void erased() {}

        @Override
        public void listsApplied(ListEffect effect, int count) {}
      };

  /** The effects of the operator's lists. */
  enum ListEffect {
    /** Repositories that were set aside. */
    ENDED,
    /** Repositories that were restored. */
    RESTORED,
    /** Events of excluded keys that were removed. */
    EXCLUDED,
    /** Repositories that are left to the next start. */
    LEFT
  }

  /** A push was judged by its command list. */
  void pushJudged(PushVerdict verdict);

  /**
   * A held event or push expired.
   *
   * @param type one of {@link HostingStats#TYPES}
   */
  void expired(String type);

  /**
   * A held event is served.
   *
   * @param ofPeer whether it came from another relay, so that it counts as synced
   */
  void released(Duration waited, boolean ofPeer);

  /** An ended repository was restored. */
  void restored();

  /** An ended repository was erased. */
  void erased();

  /** Lists were applied to this many repositories or events. */
  void listsApplied(ListEffect effect, int count);
}
