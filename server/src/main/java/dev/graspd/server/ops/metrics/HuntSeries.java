package dev.graspd.server.ops.metrics;

import dev.graspd.core.hunt.HuntTotals;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.server.hunt.HuntMetrics;
import dev.graspd.server.hunt.HuntReadings;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * What is counted of the hunt (purgatory.md, section 5). Git hosts have series of their own while
 * there is traffic, and never more than fifty. Thread-safe.
 */
final class HuntSeries implements HuntMetrics {
  private static final String DOMAIN = "domain";

  private final LabelledCounter passes;
  private final LabelledCounter ids;
  private final LabelledCounter deferred;

  HuntSeries(PrometheusRegistry registry) {
    passes =
        new LabelledCounter(
            counter(
                registry,
                "ngit_purgatory_git_fetch_passes_total",
                "Clone URLs that were visited, by what came of it",
                "result"),
            Arrays.stream(UrlTry.Result.values())
                .map(result -> result.name().toLowerCase(Locale.ROOT)));
    ids =
        new LabelledCounter(
            counter(
                registry,
                "ngit_purgatory_git_fetch_oids_total",
                "Objects that were sought at clone URLs, by what became of them",
                "kind"),
            Arrays.stream(Fate.values()).map(Fate::label));
    deferred =
        new LabelledCounter(
            counter(
                registry,
                "ngit_purgatory_git_deferred_total",
                "What was not fetched at once, by the reason",
                "reason"),
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

  /** Adds what is read at each scrape. */
  static void addReadings(PrometheusRegistry registry, HuntReadings readings) {
    gauge(
        registry,
        "purgatory_sync_queue_size",
        "Families whose events wait for git data that is hunted for",
        readings,
        HuntTotals::queued);
    gauge(
        registry,
        "ngit_purgatory_comparisons_overdue",
        "Hosted repositories that were not compared with their clone URLs within an hour",
        readings,
        HuntTotals::overdue);
    counted(
        registry,
        "purgatory_sync_attempts_total",
        "Attempts to complete a family, by whether it was complete afterwards",
        callback ->
            readings
                .totals()
                .ifPresent(totals -> {
                  callback.call((double) totals.completed(), "complete");
                  callback.call((double) totals.incomplete(), "incomplete");
                }),
        "result");
    counted(
        registry,
        "purgatory_sync_oids_fetched_total",
        "Objects that events waited for and that were fetched",
        callback ->
            readings.totals().ifPresent(totals -> callback.call((double) totals.fetched())));
    addDomains(registry, readings);
  }

  private static void addDomains(PrometheusRegistry registry, HuntReadings readings) {
    GaugeWithCallback.builder()
        .name("purgatory_domain_in_flight")
        .help("Visits to a git host that are under way")
        .labelNames(DOMAIN)
        .callback(callback ->
            readings
                .totals()
                .ifPresent(totals ->
                    totals
                        .domains()
                        .forEach(
                            (domain, traffic) -> callback.call(traffic.inFlight(), domain.text()))))
        .register(registry);
    counted(
        registry,
        "purgatory_domain_requests_total",
        "Visits to a git host",
        callback ->
            readings
                .totals()
                .ifPresent(totals ->
                    totals
                        .domains()
                        .forEach((domain, traffic) ->
                            callback.call((double) traffic.requests(), domain.text()))),
        DOMAIN);
  }

  private static void gauge(
      PrometheusRegistry registry,
      String name,
      String help,
      HuntReadings readings,
      ToDoubleFunction<HuntTotals> value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback ->
            readings.totals().ifPresent(totals -> callback.call(value.applyAsDouble(totals))))
        .register(registry);
  }

  private static void counted(
      PrometheusRegistry registry,
      String name,
      String help,
      Consumer<CounterWithCallback.Callback> values,
      String... labels) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(values)
        .register(registry);
  }

  private static Counter counter(
      PrometheusRegistry registry, String name, String help, String label) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(label)
        .withoutExemplars()
        .register(registry);
  }
}
