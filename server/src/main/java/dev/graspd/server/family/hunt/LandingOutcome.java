package dev.graspd.server.family.hunt;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.repo.Oid;
import java.util.SortedSet;

/** The outcome of a delivery of the hunt. */
public sealed interface LandingOutcome {
  /**
   * The objects belong to the family now.
   *
   * @param released events that are served from now on
   * @param wanted objects that held events of the family still wait for
   */
  record Joined(SortedSet<EventId> released, SortedSet<Oid> wanted) implements LandingOutcome {}

  /** No held event waits for any of them: they are removed. */
  record NotWanted() implements LandingOutcome {}

  /** They could not be stored, and are removed. */
  record Failed(Refusal refusal) implements LandingOutcome {}
}
