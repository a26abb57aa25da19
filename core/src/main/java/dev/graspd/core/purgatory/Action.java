package dev.graspd.core.purgatory;

/** What the purgatory machine wants the server to do, in order. */
public sealed interface Action {
  /** Save its phase and deadline, so that a restart finds them. */
  record Save(Ticket ticket, Phase phase, long deadlineNanos) implements Action {}

  /** It has expired; from now on it is only remembered. */
  record Lapse(Ticket ticket) implements Action {}

  /** Forget it: remove it, and for a push its objects. */
  record Forget(Ticket ticket) implements Action {}
}
