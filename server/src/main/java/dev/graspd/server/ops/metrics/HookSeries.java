package dev.graspd.server.ops.metrics;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.server.hook.HookMetrics;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The metrics of webhooks. All series exist from the start. Thread-safe. */
final class HookSeries implements HookMetrics {
  private static final String TAKEN = "taken";
  private static final String FAILED = "failed";

  private final LabelledCounter attempts;
  private final LabelledCounter deliveries;
  private final Counter unread;

  HookSeries(Series series) {
    attempts =
        new LabelledCounter(
            series.counter("ngit_hook_attempts_total", "Attempts to deliver to webhooks", "result"),
            Stream.of(TAKEN, FAILED));
    deliveries =
        new LabelledCounter(
            series.counter(
                "ngit_hook_deliveries_total", "Deliveries to webhooks that ended", "result"),
            Arrays.stream(Delivery.Phase.values())
                .filter(phase -> phase != Delivery.Phase.WAITING)
                .map(HookSeries::word));
    unread =
        series.counter(
            "ngit_hook_records_unread_total",
            "Records of the log that webhooks could not read and passed over");
  }

  private static String word(Delivery.Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public void attempted(boolean taken) {
    attempts.add(taken ? TAKEN : FAILED, 1);
  }

  @Override
  public void ended(Delivery.Phase phase) {
    deliveries.add(word(phase), 1);
  }

  @Override
  public void dropped(int count) {
    deliveries.add(word(Delivery.Phase.DROPPED), count);
  }

  @Override
  public void unread() {
    unread.inc();
  }

  /** Adds how many deliveries wait, read at each scrape. */
  static void addWaiting(Series series, LongSupplier waiting) {
    series.gauge(
        "ngit_hook_waiting", "Deliveries to webhooks that wait here", () -> waiting.getAsLong());
  }
}
