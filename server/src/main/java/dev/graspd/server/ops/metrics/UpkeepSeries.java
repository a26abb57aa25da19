package dev.graspd.server.ops.metrics;

import dev.graspd.server.upkeep.UpkeepMetrics;
import io.prometheus.metrics.core.metrics.Counter;
import java.time.Duration;
import java.util.Arrays;

/** The metrics of repacking. All series exist from the start. Thread-safe. */
final class UpkeepSeries implements UpkeepMetrics {
  private final LabelledCounter runs;
  private final Counter seconds;
  private final Counter rewritten;
  private final Counter reclaimed;

  UpkeepSeries(Series series) {
    runs =
        new LabelledCounter(
            series.counter("ngit_upkeep_runs_total", "Attempts to repack an identifier", "outcome"),
            Arrays.stream(End.values()).map(End::word));
    seconds =
        series.counter("ngit_upkeep_seconds_total", "Time spent on repacking, pauses included");
    rewritten = series.counter("ngit_upkeep_rewritten_bytes_total", "Bytes of the new packs");
    reclaimed =
        series.counter(
            "ngit_upkeep_reclaimed_bytes_total", "Bytes by which the old packs were larger");
  }

  @Override
  public void ended(End end, Bytes bytes, Duration took) {
    runs.add(end.word(), 1);
    seconds.inc(Series.seconds(took));
    rewritten.inc(bytes.writtenBytes());
    reclaimed.inc(Math.max(0, bytes.readBytes() - bytes.writtenBytes()));
  }
}
