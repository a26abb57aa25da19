package dev.graspd.core.store.row;

import dev.graspd.core.nostr.PublicKey;
import org.jspecify.annotations.Nullable;

/** The authors who asked to vanish, and whether all their events have gone. */
public interface VanishRows {
  @Nullable Request find(PublicKey author);

  /** Puts the request of an author in place of an earlier one; from now on they are vanishing. */
  void put(PublicKey author, Request request);

  /** Returns the vanishing author with the lowest key. */
  @Nullable PublicKey firstVanishing();

  boolean isVanishing(PublicKey author);

  /** An author is no longer vanishing; the request stays. */
  void endVanishing(PublicKey author);
}
