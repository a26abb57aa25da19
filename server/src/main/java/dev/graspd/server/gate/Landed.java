package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.repo.Oid;
import java.util.SortedSet;

/** What became of objects that a hunt brought. */
public sealed interface Landed {
  /**
   * They belong to the family now.
   *
   * @param released events that are served from now on
   * @param wanted what held events of the family still wait for
   */
  record Joined(SortedSet<EventId> released, SortedSet<Oid> wanted) implements Landed {}

  /** Nothing that is held waits for any of them: no byte of them is left. */
  record NotWanted() implements Landed {}

  /** They could not be stored; no byte of them is left. */
  record Failed(Refusal refusal) implements Landed {}
}
