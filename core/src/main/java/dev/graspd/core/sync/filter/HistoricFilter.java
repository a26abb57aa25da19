package dev.graspd.core.sync.filter;

import dev.graspd.core.nostr.Filter;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/** A filter for stored events, with the layers that are to blame if the relay refuses it. */
public record HistoricFilter(LayerGroup group, Filter filter) {
  public static List<HistoricFilter> of(Collection<LayeredFilter> filters, OptionalLong since) {
    return filters.stream()
        .map(one ->
            new HistoricFilter(
                one.layer().group(), one.filter().withTimes(since, OptionalLong.empty())))
        .toList();
  }

  public HistoricFilter withTimes(OptionalLong since, OptionalLong until) {
    return new HistoricFilter(group, filter.withTimes(since, until));
  }
}
