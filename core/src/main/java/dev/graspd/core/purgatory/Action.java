package dev.graspd.core.purgatory;

/** An action of the purgatory machine, which the server carries out in the order of the list. */
public sealed interface Action {
  /** Save its phase and deadline, so that a restart finds them. */
  record Save(Ticket ticket, Phase phase, long deadlineNanos) implements Action {}

  /** It has expired; from now on it is only remembered. */
  record Lapse(Ticket ticket) implements Action {}

  /** Forget it: remove it, and for a push its objects. */
  record Forget(Ticket ticket) implements Action {}
}
