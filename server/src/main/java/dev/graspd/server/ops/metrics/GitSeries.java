package dev.graspd.server.ops.metrics;

import dev.graspd.server.git.GitMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** What is counted of git. All series are there from the start. Thread-safe. */
final class GitSeries implements GitMetrics {
  private static final double NANOS = 1e9;
  private static final double[] SECONDS = {0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 300, 900};

  private final Map<Operation, Map<Status, CounterDataPoint>> operations =
      new EnumMap<>(Operation.class);
  private final Map<Operation, DistributionDataPoint> durations = new EnumMap<>(Operation.class);
  private final CounterDataPoint fromCache;
  private final CounterDataPoint computed;
  private final Map<Direction, CounterDataPoint> bytes = new EnumMap<>(Direction.class);

  GitSeries(PrometheusRegistry registry) {
    Counter ended =
        Counter.builder()
            .name("ngit_git_operations_total")
            .help("Operations of git clients, by how they ended")
            .labelNames("operation", "status")
            .withoutExemplars()
            .register(registry);
    Histogram took =
        Histogram.builder()
            .name("ngit_git_operation_duration_seconds")
            .help("Time of an operation of a git client")
            .labelNames("operation")
            .classicOnly()
            .classicUpperBounds(SECONDS)
            .withoutExemplars()
            .register(registry);
    Counter moved =
        Counter.builder()
            .name("ngit_git_bytes_total")
            .help("Bytes of bodies from and to git clients")
            .labelNames("direction")
            .withoutExemplars()
            .register(registry);
    Counter clones =
        Counter.builder()
            .name("ngit_git_clone_cache_total")
            .help("Whole clones, by whether their answer was at hand")
            .labelNames("result")
            .withoutExemplars()
            .register(registry);
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
    present(durations, operation).observe(took.toNanos() / NANOS);
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
