package dev.graspd.core.sync;

import java.time.Duration;

/** What operators should read about a relay. */
public sealed interface SyncNote {
  /** A connection could not be made or did not last. */
  record Failed(int attempt, Duration pause, String why) implements SyncNote {}

  /** It has failed for a day without a break. */
  record Dead(Duration outage) implements SyncNote {}

  /** It is left alone for a while. */
  record Naughty(NaughtyList.Category category, String why) implements SyncNote {}

  /** It told us to slow down. */
  record CoolingDown(Duration pause, String why) implements SyncNote {}

  /**
   * It refuses some of what we ask for.
   *
   * @param leftOut whether it is not asked for that until the daily sync; else with kinds only
   */
  record LayerRefused(LayerGroup group, boolean leftOut, String why) implements SyncNote {}

  /** It refuses us for reasons of its own. */
  record PolicyLimited(String why) implements SyncNote {}

  /** We do not connect to it for reasons of our own. */
  record NotDialled(String why) implements SyncNote {}

  /** Its history is here. */
  record HistoryComplete() implements SyncNote {}

  /** A part of its history could not be had; it is tried again. */
  record HistoryFailed(Duration pause, String why) implements SyncNote {}

  /** It takes no longer messages than these; everything is asked for in shorter ones. */
  record ShorterMessages(int bytes) implements SyncNote {}

  /** It does not speak NIP-77; history is paged instead. */
  record NoNegentropy() implements SyncNote {}
}
