package dev.graspd.core.purgatory;

/** What the purgatory machine wants done, in the order given. */
public sealed interface Action {
  /** Write down where it stands, so that a restart finds it there. */
  record Save(Ticket ticket, Phase phase, long deadlineNanos) implements Action {}

  /** Its time is over; from now on it is only remembered. */
  record Lapse(Ticket ticket) implements Action {}

  /** It is remembered no more: remove it, and for a push its objects. */
  record Forget(Ticket ticket) implements Action {}
}
