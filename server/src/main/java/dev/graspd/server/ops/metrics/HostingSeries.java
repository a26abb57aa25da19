package dev.graspd.server.ops.metrics;

import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HostingStats;
import dev.graspd.server.family.PushVerdict;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The metrics of hosting. All series exist from the start. Thread-safe. */
final class HostingSeries implements HostingMetrics {
  private static final double[] SECONDS = {0.5, 1, 5, 15, 60, 300, 900, 1_800, 3_600, 86_400};

  private final Runnable synced;
  private final LabelledCounter pushes;
  private final LabelledCounter expired;
  private final Histogram waits;
  private final Counter restored;
  private final Counter erased;
  private final LabelledCounter curated;

  /**
   * Registers all series.
   *
   * @param synced counts an event of another relay that is served now
   */
  HostingSeries(Series series, Runnable synced) {
    this.synced = synced;
    pushes =
        new LabelledCounter(
            series.counter(
                "ngit_git_push_authorization_total", "Pushes judged by their commands", "result"),
            Stream.of("allowed", "partly", "denied"));
    expired =
        new LabelledCounter(
            series.counter(
                "ngit_purgatory_expired_total", "Events and pushes that expired", "type"),
            Stream.concat(HostingStats.TYPES.stream(), Stream.of("other")));
    waits =
        series.histogram(
            "ngit_purgatory_release_seconds",
            "Time that an event was held before it was served",
            SECONDS);
    restored =
        series.counter(
            "ngit_holding_restored_total", "Repositories restored after their hosting had ended");
    erased = series.counter("ngit_holding_erased_total", "Repositories erased for good");
    curated =
        new LabelledCounter(
            series.counter(
                "ngit_curation_total", "Changes that the operator's lists caused", "what"),
            Arrays.stream(ListEffect.values()).map(HostingSeries::word));
  }

  /** Adds the gauges, which are read at each scrape. */
  static void addStats(Series series, Supplier<HostingStats> stats) {
    series.gauge(
        "ngit_repositories_total", "Served repositories", () -> stats.get().repositories());
    series.gauge(
        "ngit_submissions_total",
        "Pull requests that can be fetched below /prs/",
        () -> stats.get().submissions());
    series.gauges(
        "ngit_purgatory_held",
        "Events that wait for git data, and pushes that wait for events",
        callback -> {
          HostingStats now = stats.get();
          HostingStats.TYPES.forEach(
              type -> callback.call(now.held().getOrDefault(type, 0L), type));
        },
        "type");
    series.gauge(
        "ngit_purgatory_oldest_seconds",
        "Time that the oldest of these has waited",
        () -> stats.get().oldest().toSeconds());
    series.gauge(
        "ngit_holding_repositories",
        "Ended repositories that are not erased yet",
        () -> stats.get().ended());
    series.gauge(
        "ngit_curation_repositories",
        "Repositories that the operator's lists exclude and that are not erased yet",
        () -> stats.get().keptOut());
    series.gauge(
        "ngit_git_damaged_families",
        "Identifiers whose git data on disk is damaged and not repaired yet",
        () -> stats.get().damaged());
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
    waits.observe(Series.seconds(waited));
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
  public void listsApplied(ListEffect effect, int count) {
    curated.add(word(effect), count);
  }

  private static String word(ListEffect what) {
    return what.name().toLowerCase(Locale.ROOT);
  }
}
