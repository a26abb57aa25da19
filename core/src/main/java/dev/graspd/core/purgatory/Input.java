package dev.graspd.core.purgatory;

/** The inputs of the purgatory machine. */
public sealed interface Input {
  /**
   * Something new waits, or a newer version replaces one that waits, which starts its time again.
   */
  record Arrived(Ticket ticket) implements Input {}

  /** A row of an earlier run of the server, with the deadline it had. */
  record Restored(Ticket ticket, Phase phase, long deadlineNanos) implements Input {}

  /** Something happened that gives it its full time again: an authorised state, a push. */
  record Renewed(Ticket ticket) implements Input {}

  /** A daily sync has seen it again; counts once in 24 hours. */
  record SeenByDailySync(Ticket ticket) implements Input {}

  /** Its other half arrived, or it was deleted: it no longer waits. */
  record Settled(Ticket ticket) implements Input {}

  /** The time it wanted to be woken at has come. */
  record Woken() implements Input {}
}
