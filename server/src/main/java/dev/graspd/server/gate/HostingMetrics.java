package dev.graspd.server.gate;

import java.time.Duration;

/** What hosting tells the operator's counters; called from many threads, never blocks. */
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
        public void curated(Curated what, int count) {}
      };

  /** What was done because the operator's lists say so. */
  enum Curated {
    /** Repositories that were set aside. */
    ENDED,
    /** Repositories that came back. */
    RESTORED,
    /** Events of excluded keys that were removed. */
    EXCLUDED,
    /** Repositories that are left to the next start. */
    LEFT
  }

  /** A push was judged by its command list. */
  void pushJudged(PushVerdict verdict);

  /**
   * The time of something held is over.
   *
   * @param type one of {@link HostingStats#TYPES}
   */
  void expired(String type);

  /**
   * Something held is served now, after so long.
   *
   * @param ofPeer whether another relay brought it: then it is synced now
   */
  void released(Duration waited, boolean ofPeer);

  /** A repository that had ended is back. */
  void restored();

  /** What was kept of a repository is erased. */
  void erased();

  /** Lists were applied, and this was done to so many. */
  void curated(Curated what, int count);
}
