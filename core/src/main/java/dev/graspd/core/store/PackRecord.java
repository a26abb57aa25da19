package dev.graspd.core.store;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A pack of a family's objects. A pack without such a record belongs to no family.
 *
 * @param name the file's name without its ending
 * @param shares how many of its bytes count for which owner; together the bytes of the file
 */
public record PackRecord(Identifier family, String name, SortedMap<PublicKey, Long> shares) {
  public PackRecord {
    if (shares.isEmpty()) {
      throw new IllegalArgumentException("pack " + name + " counts for nobody");
    }
    shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
  }

  /** Returns the record of a pack that counts for one owner alone. */
  public PackRecord(Identifier family, String name, PublicKey owner, long bytes) {
    this(family, name, new TreeMap<>(Map.of(owner, bytes)));
  }

  public long bytes() {
    return shares.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Adds up how many bytes of these packs count for each owner. */
  public static SortedMap<PublicKey, Long> sharesOf(List<PackRecord> packs) {
    SortedMap<PublicKey, Long> sums = new TreeMap<>();
    packs.forEach(
        pack -> pack.shares().forEach((owner, bytes) -> sums.merge(owner, bytes, Long::sum)));
    return sums;
  }
}
