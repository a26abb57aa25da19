package dev.graspd.server.ops.metrics;

import dev.graspd.server.gate.HostingMetrics;
import dev.graspd.server.gate.HostingStats;
import dev.graspd.server.gate.PushVerdict;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What is counted of hosting. All series are there from the start. Thread-safe. */
final class HostingSeries implements HostingMetrics {
  private static final double NANOS = 1e9;
  private static final double[] SECONDS = {0.5, 1, 5, 15, 60, 300, 900, 1_800, 3_600, 86_400};

  private final Runnable synced;
  private final LabelledCounter pushes;
  private final LabelledCounter expired;
  private final Histogram waits;
  private final Counter restored;
  private final Counter erased;
  private final LabelledCounter curated;

  /**
   * Registers all of them.
   *
   * @param synced counts an event of another relay that is served now
   */
  HostingSeries(PrometheusRegistry registry, Runnable synced) {
    this.synced = synced;
    pushes =
        new LabelledCounter(
            counter(
                registry,
                "ngit_git_push_authorization_total",
                "Pushes judged by their commands",
                "result"),
            Stream.of("allowed", "partly", "denied"));
    expired =
        new LabelledCounter(
            counter(
                registry,
                "ngit_purgatory_expired_total",
                "What was held until its time was over",
                "type"),
            Stream.concat(HostingStats.TYPES.stream(), Stream.of("other")));
    waits =
        Histogram.builder()
            .name("ngit_purgatory_release_seconds")
            .help("How long something was held before it was served")
            .classicOnly()
            .classicUpperBounds(SECONDS)
            .withoutExemplars()
            .register(registry);
    restored =
        counter(
            registry,
            "ngit_holding_restored_total",
            "Repositories that came back after their hosting had ended");
    erased =
        counter(registry, "ngit_holding_erased_total", "Repositories that were erased for good");
    curated =
        new LabelledCounter(
            counter(
                registry,
                "ngit_curation_total",
                "What was done because the operator's lists say so",
                "what"),
            Arrays.stream(Curated.values()).map(HostingSeries::word));
  }

  /** Adds what is read at each scrape. */
  static void addStats(PrometheusRegistry registry, Supplier<HostingStats> stats) {
    GaugeWithCallback.builder()
        .name("ngit_repositories_total")
        .help("Repositories that are served")
        .callback(callback -> callback.call((double) stats.get().repositories()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ngit_submissions_total")
        .help("Pull requests that can be fetched below /prs/")
        .callback(callback -> callback.call((double) stats.get().submissions()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ngit_purgatory_held")
        .help("What waits for its other half")
        .labelNames("type")
        .callback(callback -> {
          HostingStats now = stats.get();
          HostingStats.TYPES.forEach(
              type -> callback.call(now.held().getOrDefault(type, 0L), type));
        })
        .register(registry);
    GaugeWithCallback.builder()
        .name("ngit_purgatory_oldest_seconds")
        .help("How long the oldest of it has waited")
        .callback(callback -> callback.call((double) stats.get().oldest().toSeconds()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ngit_holding_repositories")
        .help("Repositories that are hosted no more and not erased yet")
        .callback(callback -> callback.call((double) stats.get().holdings()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ngit_curation_repositories")
        .help("Repositories that the operator's lists keep out and that are not erased yet")
        .callback(callback -> callback.call((double) stats.get().keptOut()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("ngit_git_damaged_families")
        .help("Repositories of one name whose git data on disk is damaged and not mended yet")
        .callback(callback -> callback.call((double) stats.get().damaged()))
        .register(registry);
  }

  @Override
  public void pushJudged(PushVerdict verdict) {
    String partly = verdict.isRefused() ? "denied" : "partly";
    pushes.add(verdict.isAllowed() ? "allowed" : partly, 1);
  }

  @Override
  public void expired(String type) {
    expired.add(type, 1);
  }

  @Override
  public void released(Duration waited, boolean ofPeer) {
    waits.observe(waited.toNanos() / NANOS);
    if (ofPeer) {
      synced.run();
    }
  }

  @Override
  public void restored() {
    restored.inc();
  }

  @Override
  public void erased() {
    erased.inc();
  }

  @Override
  public void curated(Curated what, int count) {
    curated.add(word(what), count);
  }

  private static String word(Curated what) {
    return what.name().toLowerCase(Locale.ROOT);
  }

  private static Counter counter(
      PrometheusRegistry registry, String name, String help, String... labels) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }
}
