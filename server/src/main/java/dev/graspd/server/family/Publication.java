package dev.graspd.server.family;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.store.Appended;
import java.util.Optional;

/** The outcome of a change that brings objects. */
public sealed interface Publication {
  /**
   * It is on disk, unless the store refused its event.
   *
   * @param answer the store's answer to the new event, if any
   * @param room the quota's answer
   */
  record Done(Optional<Appended> answer, Quota.Answer room) implements Publication {}

  /** The quota has no room for the objects: nothing was changed. */
  record NoRoom(Refusal refusal) implements Publication {}
}
