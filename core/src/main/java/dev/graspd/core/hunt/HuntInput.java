package dev.graspd.core.hunt;

import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.HostAddress;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import java.util.SortedMap;

/** The inputs of the hunt. */
public sealed interface HuntInput {
  /** An event of this family is held, or held again. */
  record Waits(Identifier family, Urgency urgency) implements HuntInput {}

  /** No event of this family waits: all were released, expired or deleted. */
  record Settled(Identifier family) implements HuntInput {}

  /** Compare this family with its clone URLs from now on. */
  record Hosted(Identifier family) implements HuntInput {}

  /** Stop comparing this family. */
  record Dropped(Identifier family) implements HuntInput {}

  /**
   * The answer to a {@link HuntAction.Look}, worked out after that action; each gets exactly one,
   * this or {@link LookFailed}.
   */
  record Looked(MissingData missing) implements HuntInput {}

  /** The lookup failed: we do not know what this family lacks. */
  record LookFailed(Identifier family) implements HuntInput {}

  /**
   * A pass is about to connect to an address of a host: the host of its URL, or of a redirect.
   * Answered by {@link HuntAction.MayDial} or {@link HuntAction.MayNotDial}.
   */
  record Dialling(long pass, Domain host, HostAddress address) implements HuntInput {}

  /**
   * A pass has read the refs of its clone URL, which were compared with the repositories whose
   * maintainers announce it. Comes before its {@link Ended}.
   *
   * @param copies by owner
   */
  record Compared(long pass, SortedMap<PublicKey, RefComparison> copies) implements HuntInput {}

  /** A pass has ended: exactly one for each {@link HuntAction.Begin}, also after a cancel. */
  record Ended(long pass, PassOutcome outcome) implements HuntInput {}

  /** The time it wanted to be woken at has come. */
  record Woken() implements HuntInput {}

  /** The server stops: begin nothing new. */
  record Stop() implements HuntInput {}
}
