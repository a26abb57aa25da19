package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;

/**
 * Which objects count as here for the events of a key. That an object is in a family's store is not
 * enough: what was force-pushed away or deleted stays on disk for a while, and belongs to nobody
 * who merely names it (purgatory.md, section 2).
 */
@FunctionalInterface
public interface TipsHere {
  /** Returns what is here for events that this key has signed. */
  ObjectsHere to(PublicKey signer);
}
