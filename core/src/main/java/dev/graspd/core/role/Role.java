package dev.graspd.core.role;

/** Work that runs once over a store, however many servers use it. The names are on disk. */
public enum Role {
  /**
   * Ends what has had its time: held events, expired events, ended repositories. Saves the clock on
   * which held events wait.
   */
  TIMERS,
  /** Repacks, checks git data, and finishes changes that a crash interrupted. */
  UPKEEP,
  /** Fetches events from other relays. */
  SYNC,
  /** Fetches git data from other servers. */
  HUNT,
  /** Applies the operator's lists to stored data. */
  CURATION,
  /** Answers the operator's commands. */
  DESK,
  /** Sends deliveries to the operator's webhooks. */
  HOOKS
}
