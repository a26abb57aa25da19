package dev.graspd.core.upkeep;

import dev.graspd.core.nostr.PublicKey;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Works out for whom the bytes of packs count that took the place of others. */
public final class Shares {
  private Shares() {}

  /**
   * Shares bytes in proportion to what everybody had before. Who has nothing left in the family
   * does not pay for the rest of it, unless nobody has.
   *
   * @param present who has something left
   */
  public static SortedMap<PublicKey, Long> of(
      SortedMap<PublicKey, Long> before, SortedSet<PublicKey> present, long bytes) {
    SortedMap<PublicKey, Long> paying = new TreeMap<>(before);
    paying.keySet().retainAll(present);
    if (paying.isEmpty()) {
      paying.putAll(before);
    }
    long weightLeft = paying.values().stream().mapToLong(Long::longValue).sum();
    long bytesLeft = bytes;
    SortedMap<PublicKey, Long> shares = new TreeMap<>();
    for (Map.Entry<PublicKey, Long> one : paying.entrySet()) {
      // Of what is left, so that all shares together are all bytes.
      long share =
          weightLeft == 0
              ? bytesLeft
              : Math.round((double) bytesLeft * one.getValue() / weightLeft);
      weightLeft -= one.getValue();
      bytesLeft -= share;
      if (share > 0) {
        shares.put(one.getKey(), share);
      }
    }
    return shares;
  }
}
