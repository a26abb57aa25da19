package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;

/** The objects that arrive now, by a push or a fetch. */
@FunctionalInterface
public interface Brought {
  Brought NOTHING = (_, _) -> false;

  /** Returns whether an object itself is among them, and counts for the events of this key. */
  boolean brings(PublicKey signer, Oid id);
}
