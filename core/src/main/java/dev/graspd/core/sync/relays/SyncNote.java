package dev.graspd.core.sync.relays;

import dev.graspd.core.sync.filter.LayerGroup;
import java.time.Duration;

/** A note about a relay for operators. */
public sealed interface SyncNote {
  /** A connection attempt failed, or the connection did not last. */
  record Failed(int attempt, Duration pause, String why) implements SyncNote {}

  /** It has failed for a day without a break. */
  record Dead(Duration outage) implements SyncNote {}

  /** It is on the naughty list. */
  record Naughty(NaughtyList.Category category, String why) implements SyncNote {}

  /** It told us to slow down. */
  record CoolingDown(Duration pause, String why) implements SyncNote {}

  /**
   * It refuses some of our requests.
   *
   * @param leftOut whether we skip them until the daily sync; otherwise we request them with kinds
   */
  record LayerRefused(LayerGroup group, boolean leftOut, String why) implements SyncNote {}

  /** It refuses us by its own policy. */
  record PolicyLimited(String why) implements SyncNote {}

  /** Our own rules forbid the connection. */
  record NotDialled(String why) implements SyncNote {}

  /** Its history is here. */
  record HistoryComplete() implements SyncNote {}

  /** A part of its history could not be fetched; we try again. */
  record HistoryFailed(Duration pause, String why) implements SyncNote {}

  /** It takes no longer messages than these; we send shorter ones. */
  record ShorterMessages(int bytes) implements SyncNote {}

  /** It does not support NIP-77; we read its history page by page. */
  record NoNegentropy() implements SyncNote {}
}
