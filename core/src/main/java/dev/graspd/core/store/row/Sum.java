package dev.graspd.core.store.row;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;

/** Names a number of bytes that the store keeps, so that it need not add up rows. */
public sealed interface Sum {
  /** Dormant deletions of one author. */
  record DormantOf(PublicKey author) implements Sum {}

  /** Dormant deletions of all authors. */
  record AllDormant() implements Sum {}

  /** Dormant deletions that a sender brought on a day. */
  record DormantFrom(long day, long payer) implements Sum {}

  /** Lists of servers that came from strangers. */
  record StrangerLists() implements Sum {}

  /** Packs that count for a repository. */
  record PacksOf(RepoAddress repository) implements Sum {}

  /** Packs that count for all repositories of an owner. */
  record PacksOfOwner(PublicKey owner) implements Sum {}
}
