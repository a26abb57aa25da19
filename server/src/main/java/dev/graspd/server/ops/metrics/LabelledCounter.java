package dev.graspd.server.ops.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A counter with one label of fixed values. All series exist from the start: the rate of a series
 * that begins with its first event would miss that event. An unknown value counts as the last one.
 */
final class LabelledCounter {
  private final Map<String, CounterDataPoint> points = new HashMap<>();
  private final CounterDataPoint rest;

  LabelledCounter(Counter counter, Stream<String> values, String... moreLabels) {
    List<String> list = values.toList();
    for (String value : list) {
      points.put(value, counter.labelValues(labels(value, moreLabels)));
    }
    rest = counter.labelValues(labels(list.getLast(), moreLabels));
  }

  void add(String value, long count) {
    points.getOrDefault(value, rest).inc(count);
  }

  private static String[] labels(String first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }
}
