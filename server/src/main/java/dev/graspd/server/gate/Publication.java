package dev.graspd.server.gate;

import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.store.Appended;
import java.util.Optional;

/** What became of a change that brings objects. */
sealed interface Publication {
  /**
   * It is on disk, unless the store refused its event.
   *
   * @param answer the store's, if an event came
   * @param room how much is left
   */
  record Done(Optional<Appended> answer, Quota.Answer room) implements Publication {}

  /** The quota has no room for the objects: nothing of it was done. */
  record NoRoom(Refusal refusal) implements Publication {}
}
