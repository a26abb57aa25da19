package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a pack may build on: its sender may leave out what these objects lead to. All else that its
 * objects refer to must be in it, also what is still on disk and served by nobody.
 *
 * @param tips served refs of the family, and what a fetch told the other server beside them
 * @param onlyFor the key whose waiting events some of these were brought for: what builds on them
 *     counts for its events alone; empty if all of them are served
 */
public record Ground(SortedSet<Oid> tips, Optional<PublicKey> onlyFor) {
  public Ground {
    tips = Collections.unmodifiableSortedSet(new TreeSet<>(tips));
  }

  /** Served refs alone. */
  public static Ground served(SortedSet<Oid> tips) {
    return new Ground(tips, Optional.empty());
  }
}
