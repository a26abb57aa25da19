package dev.graspd.server.ops.metrics;

import dev.graspd.server.git.GitMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The metrics of git. All series exist from the start. Thread-safe. */
final class GitSeries implements GitMetrics {
  private static final double[] SECONDS = {0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 300, 900};

  private final Map<Operation, Map<Status, CounterDataPoint>> operations =
      new EnumMap<>(Operation.class);
  private final Map<Operation, DistributionDataPoint> durations = new EnumMap<>(Operation.class);
  private final CounterDataPoint fromCache;
  private final CounterDataPoint computed;
  private final Map<Direction, CounterDataPoint> bytes = new EnumMap<>(Direction.class);

  GitSeries(Series series) {
    Counter ended =
        series.counter(
            "ngit_git_operations_total", "Operations of git clients", "operation", "status");
    Histogram took =
        series.histogram(
            "ngit_git_operation_duration_seconds",
            "Duration of operations of git clients",
            SECONDS,
            "operation");
    Counter moved =
        series.counter(
            "ngit_git_bytes_total", "Bytes of bodies from and to git clients", "direction");
    Counter clones =
        series.counter(
            "ngit_git_clone_cache_total", "Full clones, by whether they were cached", "result");
    fromCache = clones.labelValues("hit");
    computed = clones.labelValues("miss");
    for (Operation operation : Operation.values()) {
      Map<Status, CounterDataPoint> byStatus = new EnumMap<>(Status.class);
      for (Status status : Status.values()) {
        byStatus.put(status, ended.labelValues(operation.word(), status.word()));
      }
      operations.put(operation, byStatus);
      durations.put(operation, took.labelValues(operation.word()));
    }
    for (Direction direction : Direction.values()) {
      bytes.put(direction, moved.labelValues(direction.word()));
    }
  }

  @Override
  public void operation(Operation operation, Status status, Duration took) {
    present(present(operations, operation), status).inc();
    present(durations, operation).observe(Series.seconds(took));
  }

  @Override
  public void wholeClone(boolean isFromCache) {
    (isFromCache ? fromCache : computed).inc();
  }

  @Override
  public void bytes(Direction direction, long count) {
    present(bytes, direction).inc(count);
  }

  private static <K extends Enum<K>, V> V present(Map<K, V> map, K key) {
    V value = map.get(key);
    if (value == null) {
      throw new AssertionError("no series for " + key);
    }
    return value;
  }
}
