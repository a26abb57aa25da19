package dev.graspd.server.ops.metrics;

import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.hunt.domain.HuntTotals.Traffic;
import dev.graspd.server.hunt.HuntMetrics;
import dev.graspd.server.hunt.HuntReadings;
import java.util.Arrays;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of the hunt (purgatory.md, section 5). Git hosts have series of their own while there
 * is traffic, at most fifty. Thread-safe.
 */
final class HuntSeries implements HuntMetrics {
  private static final String DOMAIN = "domain";

  private final LabelledCounter passes;
  private final LabelledCounter ids;
  private final LabelledCounter deferred;

  HuntSeries(Series series) {
    passes =
        new LabelledCounter(
            series.counter(
                "ngit_purgatory_git_fetch_passes_total", "Visits to clone URLs", "result"),
            Arrays.stream(UrlTry.Result.values())
                .map(result -> result.name().toLowerCase(Locale.ROOT)));
    ids =
        new LabelledCounter(
            series.counter(
                "ngit_purgatory_git_fetch_oids_total", "Objects requested at clone URLs", "kind"),
            Arrays.stream(Fate.values()).map(Fate::label));
    deferred =
        new LabelledCounter(
            series.counter("ngit_purgatory_git_deferred_total", "Deferred fetches", "reason"),
            Arrays.stream(Deferral.values()).map(Deferral::label));
  }

  @Override
  public void passed(UrlTry.Result result) {
    passes.add(result.name().toLowerCase(Locale.ROOT), 1);
  }

  @Override
  public void ids(Fate fate, int count) {
    ids.add(fate.label(), count);
  }

  @Override
  public void deferred(Deferral why) {
    deferred.add(why.label(), 1);
  }

  /** Adds the gauges and counters that are read at each scrape. */
  static void addReadings(Series series, HuntReadings readings) {
    gauge(
        series,
        "purgatory_sync_queue_size",
        "Identifiers whose missing git data the hunt looks for",
        readings,
        HuntTotals::queued);
    gauge(
        series,
        "ngit_purgatory_comparisons_overdue",
        "Hosted repositories that were not compared with their clone URLs within an hour",
        readings,
        HuntTotals::overdue);
    series.counters(
        "purgatory_sync_attempts_total",
        "Attempts to find all git data of an identifier",
        callback ->
            readings
                .totals()
                .ifPresent(totals -> {
                  callback.call((double) totals.completed(), "complete");
                  callback.call((double) totals.incomplete(), "incomplete");
                }),
        "result");
    series.counters(
        "purgatory_sync_oids_fetched_total",
        "Fetched objects that events waited for",
        callback ->
            readings.totals().ifPresent(totals -> callback.call((double) totals.fetched())));
    series.gauges(
        "purgatory_domain_in_flight",
        "Current visits to a git host",
        callback ->
            traffic(readings)
                .forEach((domain, now) -> callback.call(now.inFlight(), domain.text())),
        DOMAIN);
    series.counters(
        "purgatory_domain_requests_total",
        "Visits to a git host",
        callback ->
            traffic(readings)
                .forEach((domain, now) -> callback.call((double) now.requests(), domain.text())),
        DOMAIN);
  }

  private static SortedMap<Domain, Traffic> traffic(HuntReadings readings) {
    return readings.totals().map(HuntTotals::domains).orElseGet(TreeMap::new);
  }

  private static void gauge(
      Series series,
      String name,
      String help,
      HuntReadings readings,
      ToDoubleFunction<HuntTotals> value) {
    series.gauges(
        name,
        help,
        callback ->
            readings.totals().ifPresent(totals -> callback.call(value.applyAsDouble(totals))));
  }
}
