package dev.graspd.server.family.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The objects that a pack may build on: its sender may leave out everything that they reach. The
 * pack must have all other objects that it refers to, even those that are on disk and not served.
 *
 * @param tips served refs of the family, and other haves of a fetch
 * @param onlyFor the key for whose waiting events some of these arrived: objects that build on them
 *     count for its events alone; empty if all of them are served
 */
public record PackBase(SortedSet<Oid> tips, Optional<PublicKey> onlyFor) {
  public PackBase {
    tips = Collections.unmodifiableSortedSet(new TreeSet<>(tips));
  }

  public static PackBase served(SortedSet<Oid> tips) {
    return new PackBase(tips, Optional.empty());
  }
}
