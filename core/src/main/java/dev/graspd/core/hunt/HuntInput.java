package dev.graspd.core.hunt;

import dev.graspd.core.repo.Identifier;

/** What the hunt is told. */
public sealed interface HuntInput {
  /** An event of this family is held, or held again. */
  record Waits(Identifier family, Urgency urgency) implements HuntInput {}

  /** Nothing of this family waits any more: released, expired or deleted. */
  record Settled(Identifier family) implements HuntInput {}

  /** This family is compared with its clone URLs from now on. */
  record Hosted(Identifier family) implements HuntInput {}

  /** It is not any more. */
  record Dropped(Identifier family) implements HuntInput {}

  /**
   * The answer to a {@link HuntAction.Look}, made after it was asked; exactly one for each, this or
   * {@link LookFailed}.
   */
  record Looked(Quarry quarry) implements HuntInput {}

  /** What this family lacks could not be told: it is neither complete nor known. */
  record LookFailed(Identifier family) implements HuntInput {}

  /**
   * A pass is about to connect to an address of a host: that of its URL, or one that it was
   * redirected to. Answered by {@link HuntAction.MayDial} or {@link HuntAction.MayNotDial}.
   */
  record Dialling(long pass, Domain host, HostAddress address) implements HuntInput {}

  /** A pass is over: exactly one for each {@link HuntAction.Begin}, also after a cancel. */
  record Ended(long pass, PassOutcome outcome) implements HuntInput {}

  /** The time has come that the machine asked for. */
  record Woken() implements HuntInput {}

  /** The server stops: nothing is begun any more. */
  record Stop() implements HuntInput {}
}
