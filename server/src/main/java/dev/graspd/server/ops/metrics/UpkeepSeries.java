package dev.graspd.server.ops.metrics;

import dev.graspd.server.upkeep.UpkeepMetrics;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Arrays;

/** What is counted of the upkeep of packs. All series are there from the start. Thread-safe. */
final class UpkeepSeries implements UpkeepMetrics {
  private static final double NANOS = 1e9;

  private final LabelledCounter runs;
  private final Counter seconds;
  private final Counter rewritten;
  private final Counter reclaimed;

  UpkeepSeries(PrometheusRegistry registry) {
    runs =
        new LabelledCounter(
            Counter.builder()
                .name("ngit_upkeep_runs_total")
                .help("Families whose packs were to be written anew, by how it ended")
                .labelNames("outcome")
                .withoutExemplars()
                .register(registry),
            Arrays.stream(End.values()).map(End::word));
    seconds = counter(registry, "ngit_upkeep_seconds_total", "Time spent on it, with its rests");
    rewritten = counter(registry, "ngit_upkeep_rewritten_bytes_total", "Bytes of the new packs");
    reclaimed =
        counter(registry, "ngit_upkeep_reclaimed_bytes_total", "Bytes that the old packs had more");
  }

  private static Counter counter(PrometheusRegistry registry, String name, String help) {
    return Counter.builder().name(name).help(help).withoutExemplars().register(registry);
  }

  @Override
  public void ended(End end, Bytes bytes, Duration took) {
    runs.add(end.word(), 1);
    seconds.inc((double) took.toNanos() / NANOS);
    rewritten.inc(bytes.writtenBytes());
    reclaimed.inc(Math.max(0, bytes.readBytes() - bytes.writtenBytes()));
  }
}
