package dev.graspd.core.upkeep;

import dev.graspd.core.nostr.PublicKey;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Computes which owners pay for the bytes of new packs. */
public final class Shares {
  private Shares() {}

  /**
   * Shares bytes in proportion to the old shares. Owners without data in the family do not pay,
   * unless no owner has any.
   *
   * @param present owners with data in the family
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
      // A part of the rest, so that the shares add up to all bytes.
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
