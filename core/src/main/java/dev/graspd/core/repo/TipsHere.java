package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;

/**
 * Which objects count as here for the events of a key. It is not enough that an object is in a
 * family's store: an object that was force-pushed away or deleted stays on disk for a while, and an
 * event that only names it gets no right to it (purgatory.md, section 2).
 */
@FunctionalInterface
public interface TipsHere {
  /** Returns what is here for events that this key has signed. */
  ObjectsHere to(PublicKey signer);
}
