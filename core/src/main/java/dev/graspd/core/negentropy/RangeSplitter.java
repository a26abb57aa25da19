package dev.graspd.core.negentropy;

/**
 * Describes a range that the peer should examine further: few items by their ids, many in parts.
 */
final class RangeSplitter {
  private RangeSplitter() {}

  static void split(ItemSet items, int from, int to, Bound upper, MessageWriter out) {
    if (to - from < Protocol.SPLIT_ITEMS_MIN) {
      out.ids(upper, items, from, to);
    } else {
      buckets(items, from, to, upper, out);
    }
  }

  private static void buckets(ItemSet items, int from, int to, Bound upper, MessageWriter out) {
    int each = (to - from) / Protocol.BUCKETS;
    int larger = (to - from) % Protocol.BUCKETS;
    int start = from;
    for (int i = 0; i < Protocol.BUCKETS; i++) {
      int end = start + each + (i < larger ? 1 : 0);
      Bound bound = end == to ? upper : Bound.between(items.item(end - 1), items.item(end));
      out.fingerprint(bound, items.fingerprint(start, end));
      start = end;
    }
  }
}
