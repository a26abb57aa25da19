package dev.graspd.core.sync.filter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Turns items into filters. Pure. Real relays limit bytes and subscriptions, so groups are bounded
 * in bytes as well as in number.
 */
public final class FilterLayers {
  /** Values of one filter. */
  public static final int VALUES_MAX = 500;

  /** Bytes of one filter. Three of them fill a live request. */
  public static final int FILTER_BYTES_MAX = 32 * 1024;

  /** Filters of one live request, unless a relay wants fewer. */
  public static final int FILTERS_PER_REQ_MAX = 10;

  /** Bytes of one live request. */
  public static final int REQ_BYTES_MAX = 96 * 1024;

  private FilterLayers() {}

  /**
   * Returns the filters of these items, by layer, values sorted.
   *
   * @param filterBytes of one filter at most
   */
  public static List<LayeredFilter> of(SortedSet<SyncItem> items, int filterBytes) {
    Map<Layer, SortedSet<String>> values = new EnumMap<>(Layer.class);
    for (SyncItem item : items) {
      forEachValue(
          item,
          (layer, value) -> {
            SortedSet<String> of = values.computeIfAbsent(layer, _ -> new TreeSet<>());
            if (layer != Layer.ANNOUNCEMENTS) {
              of.add(value);
            }
          });
    }
    return ofValues(new TreeMap<>(values), filterBytes);
  }

  /** Returns the filters of these values, in as few groups as the bounds allow. */
  public static List<LayeredFilter> ofValues(
      SortedMap<Layer, SortedSet<String>> values, int filterBytes) {
    return ofValues(values, filterBytes, Comparator.naturalOrder());
  }

  /** Returns the same filters, with values grouped in this order. */
  public static List<LayeredFilter> ofValues(
      SortedMap<Layer, SortedSet<String>> values, int filterBytes, Comparator<String> order) {
    List<LayeredFilter> filters = new ArrayList<>();
    values.forEach((layer, all) -> {
      if (layer == Layer.ANNOUNCEMENTS) {
        filters.add(LayeredFilter.of(layer, new TreeSet<>()));
      } else {
        group(layer, all.stream().sorted(order).toList(), filterBytes, filters);
      }
    });
    return filters;
  }

  /** Returns filters that match the same events, as few as the bounds allow. */
  public static List<LayeredFilter> joined(List<LayeredFilter> filters, int filterBytes) {
    SortedMap<Layer, SortedSet<String>> values = new TreeMap<>();
    for (LayeredFilter filter : filters) {
      values.computeIfAbsent(filter.layer(), _ -> new TreeSet<>()).addAll(filter.values());
    }
    return ofValues(values, filterBytes);
  }

  /** Returns the filters without these values; leaves out filters that become empty. */
  public static List<LayeredFilter> without(
      List<LayeredFilter> filters, SortedMap<Layer, SortedSet<String>> gone) {
    return filters.stream()
        .map(filter -> filter.without(gone))
        .filter(filter -> !filter.isEmpty())
        .toList();
  }

  private static void group(
      Layer layer, List<String> all, int filterBytes, List<LayeredFilter> filters) {
    SortedSet<String> group = new TreeSet<>();
    int bytes = LayeredFilter.FRAME_BYTES;
    for (String value : all) {
      int more = LayeredFilter.bytesOf(value);
      if (!group.isEmpty() && (group.size() == VALUES_MAX || bytes + more > filterBytes)) {
        filters.add(LayeredFilter.of(layer, group));
        group = new TreeSet<>();
        bytes = LayeredFilter.FRAME_BYTES;
      }
      group.add(value);
      bytes += more;
    }
    if (!group.isEmpty()) {
      filters.add(LayeredFilter.of(layer, group));
    }
  }

  /** Passes each layer and value that an item needs to the consumer. L1 has the empty value. */
  public static void forEachValue(SyncItem item, BiConsumer<Layer, String> sink) {
    switch (item) {
      case SyncItem.Announcements() -> sink.accept(Layer.ANNOUNCEMENTS, "");
      case SyncItem.OfRepo(var repository, var level) -> {
        sink.accept(Layer.STATES, repository.identifier().text());
        if (level == SyncLevel.FULL) {
          String address = repository.toString();
          sink.accept(Layer.REPO_TAGGED, address);
          sink.accept(Layer.REPO_OF_THREAD, address);
          sink.accept(Layer.REPO_QUOTED, address);
        }
      }
      case SyncItem.OfRoot(var id) -> {
        String hex = id.hex();
        sink.accept(Layer.ROOT_TAGGED, hex);
        sink.accept(Layer.ROOT_OF_THREAD, hex);
        sink.accept(Layer.ROOT_QUOTED, hex);
      }
    }
  }

  /** Packs filters into live requests, part by part, each in the order given. */
  public static List<List<LayeredFilter>> pack(
      List<LayeredFilter> filters, Split split, int filtersPerReq, int requestBytes) {
    List<List<LayeredFilter>> requests = new ArrayList<>();
    List<LayeredFilter> request = new ArrayList<>();
    int bytes = 0;
    Comparator<LayeredFilter> byPart =
        Comparator.comparingInt(filter -> split.partOf(filter.layer()));
    for (LayeredFilter filter : filters.stream().sorted(byPart).toList()) {
      int more = filter.bytes();
      boolean full = request.size() >= filtersPerReq || bytes + more > requestBytes;
      if (!request.isEmpty() && (full || byPart.compare(request.getFirst(), filter) != 0)) {
        requests.add(List.copyOf(request));
        request.clear();
        bytes = 0;
      }
      request.add(filter);
      bytes += more;
    }
    if (!request.isEmpty()) {
      requests.add(List.copyOf(request));
    }
    return requests;
  }
}
