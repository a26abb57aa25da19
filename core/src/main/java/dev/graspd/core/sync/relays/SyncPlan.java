package dev.graspd.core.sync.relays;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.filter.FilterLayers;
import dev.graspd.core.sync.filter.LayeredFilter;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The only place that decides on subscriptions for new items, after every input has recorded its
 * facts.
 */
public final class SyncPlan {
  /** Repositories of one batch, which are confirmed or tried again together. */
  static final int REPOSITORIES_MAX = 300;

  /** As many ids as one filter takes; one more would need another filter in each layer. */
  public static final int ROOTS_MAX =
      (FilterLayers.FILTER_BYTES_MAX - LayeredFilter.FRAME_BYTES)
          / LayeredFilter.bytesOf(EventId.ofWords(0, 0, 0, 0).hex());

  /** Items to subscribe to and to fetch. */
  record AddFilters(SortedSet<SyncItem> items) {}

  private SyncPlan() {}

  /**
   * Returns what to request from a connected relay.
   *
   * @param fresh items that are wanted and neither in flight nor confirmed
   */
  static List<AddFilters> computeActions(SortedSet<SyncItem> fresh) {
    List<AddFilters> actions = new ArrayList<>();
    SortedSet<SyncItem> group = new TreeSet<>();
    Class<?> kind = SyncItem.class;
    for (SyncItem item : fresh) {
      if (!group.isEmpty() && (item.getClass() != kind || group.size() == max(item))) {
        actions.add(new AddFilters(group));
        group = new TreeSet<>();
      }
      group.add(item);
      kind = item.getClass();
    }
    if (!group.isEmpty()) {
      actions.add(new AddFilters(group));
    }
    return actions;
  }

  private static int max(SyncItem item) {
    return switch (item) {
      case SyncItem.Announcements _ -> 1;
      case SyncItem.OfRepo _ -> REPOSITORIES_MAX;
      case SyncItem.OfRoot _ -> ROOTS_MAX;
    };
  }
}
