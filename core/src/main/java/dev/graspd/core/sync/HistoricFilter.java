package dev.graspd.core.sync;

import dev.graspd.core.nostr.Filter;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/** A filter for stored events, with the layers that a refusal of it concerns. */
record HistoricFilter(LayerGroup group, Filter filter) {
  static List<HistoricFilter> of(Collection<LayeredFilter> filters, OptionalLong since) {
    return filters.stream()
        .map(one ->
            new HistoricFilter(
                one.layer().group(), one.filter().withTimes(since, OptionalLong.empty())))
        .toList();
  }

  HistoricFilter withTimes(OptionalLong since, OptionalLong until) {
    return new HistoricFilter(group, filter.withTimes(since, until));
  }
}
