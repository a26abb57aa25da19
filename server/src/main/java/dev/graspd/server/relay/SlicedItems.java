package dev.graspd.server.relay;

import dev.graspd.core.negentropy.Bound;
import dev.graspd.core.negentropy.Fingerprint;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.nostr.Filter;

/** The part of a set that lies in a filter's time and limit: no copy, and no set of its own. */
record SlicedItems(ItemSet all, int from, int to) implements ItemSet {
  /** Returns the part of the set that the filter's since, until and limit select. */
  static ItemSet of(ItemSet all, Filter filter) {
    int to = filter.until().isPresent() ? indexAfter(all, filter.until().getAsLong()) : all.size();
    int from =
        filter.since().isPresent() ? all.lowerBound(Bound.startOf(filter.since().getAsLong())) : 0;
    if (filter.limit().isPresent()) {
      from = Math.max(from, to - filter.limit().getAsInt());
    }
    return from == 0 && to == all.size() ? all : new SlicedItems(all, Math.min(from, to), to);
  }

  private static int indexAfter(ItemSet all, long until) {
    return until == Long.MAX_VALUE ? all.size() : all.lowerBound(Bound.startOf(until + 1));
  }

  @Override
  public int size() {
    return to - from;
  }

  @Override
  public Item item(int index) {
    return all.item(from + index);
  }

  @Override
  public int lowerBound(Bound bound) {
    return Math.clamp(all.lowerBound(bound), from, to) - from;
  }

  @Override
  public Fingerprint fingerprint(int first, int end) {
    return all.fingerprint(from + first, from + end);
  }
}
