package dev.graspd.server.ops.metrics;

import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.refusal.WhyRefused;
import dev.graspd.core.sync.relays.NaughtyList;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.peers.status.SyncMetrics;
import dev.graspd.server.peers.status.SyncOverview;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of sync (sync.md, section 10). The busiest relays have series of their own; the
 * others share one. Thread-safe.
 */
final class SyncSeries implements SyncMetrics {
  private static final String RELAY = "relay";
  private static final String DIRECT = "direct";
  private static final String SUCCESS = "success";
  private static final String FAILURE = "failure";

  /** Orphans are kept whole and counted by themselves. */
  private static final SortedMap<WhyRefused, String> COLD =
      new TreeMap<>(
          Map.of(
              WhyRefused.NOT_LISTED_HERE, "not_listed_here",
              WhyRefused.NOT_YET_VALID, "not_yet_valid",
              WhyRefused.OTHER, "other"));

  private final Series series;
  private final Counter attempts;
  private final Counter synced;
  private final LabelledCounter bySource;
  private final Counter gaps;
  private final Counter lacks;
  private final Counter possibleGaps;

  /** Also guards the counters with names of relays: a removed one must not come back. */
  private final RelayLabels labels = new RelayLabels();

  private volatile @Nullable SyncOverview overview;

  SyncSeries(Series series) {
    this.series = series;
    attempts =
        series.counter(
            "ngit_sync_connection_attempts_total",
            "Attempts to connect to other relays",
            RELAY,
            "result");
    synced =
        series.counter(
            "ngit_sync_events_synced_total", "Events of other relays that were new here");
    bySource =
        new LabelledCounter(
            series.counter("ngit_sync_events_total", "Judged events, by source", "source"),
            Stream.concat(
                Stream.of(DIRECT), Arrays.stream(EventSource.values()).map(EventSource::label)));
    gaps =
        series.counter(
            "ngit_sync_gap_events_total",
            "Events that arrived as history and should have arrived live",
            RELAY);
    lacks =
        series.counter(
            "ngit_sync_relay_lacks_total",
            "Events of ours that a relay lacks, counted at each comparison",
            RELAY);
    possibleGaps =
        series.counter(
            "ngit_sync_possible_gaps_total",
            "Pages of history within one second, which may have more events",
            RELAY);
    startAtZero();
    addGauges();
  }

  private void startAtZero() {
    attempts.labelValues(RelayLabels.OTHER, SUCCESS).inc(0);
    attempts.labelValues(RelayLabels.OTHER, FAILURE).inc(0);
    ofRelays().forEach(counter -> counter.labelValues(RelayLabels.OTHER).inc(0));
  }

  // ---- counters

  @Override
  public void attempted(RelayUrl relay, boolean succeeded) {
    synchronized (labels) {
      attempts.labelValues(labels.of(relay), succeeded ? SUCCESS : FAILURE).inc();
    }
  }

  @Override
  public void eventArrived(EventSource source) {
    bySource.add(source.label(), 1);
  }

  void eventOfClient() {
    bySource.add(DIRECT, 1);
  }

  @Override
  public void eventSynced() {
    synced.inc();
  }

  @Override
  public void gapFound(RelayUrl relay) {
    synchronized (labels) {
      gaps.labelValues(labels.of(relay)).inc();
    }
  }

  @Override
  public void lacked(RelayUrl relay, int events) {
    synchronized (labels) {
      lacks.labelValues(labels.of(relay)).inc(events);
    }
  }

  @Override
  public void gapPossible(RelayUrl relay) {
    synchronized (labels) {
      possibleGaps.labelValues(labels.of(relay)).inc();
    }
  }

  /** The counters with the name of a relay and no other label. */
  private List<Counter> ofRelays() {
    return List.of(gaps, lacks, possibleGaps);
  }

  @Override
  public void refreshed(SyncOverview fresh) {
    synchronized (labels) {
      for (RelayUrl gone : labels.follow(fresh.relays())) {
        attempts.remove(gone.text(), SUCCESS);
        attempts.remove(gone.text(), FAILURE);
        ofRelays().forEach(counter -> counter.remove(gone.text()));
      }
    }
    overview = fresh;
  }

  // ---- gauges, from the last overview

  private void addGauges() {
    summed(
        "ngit_sync_relay_connected",
        "1 while a relay is connected; other: how many are",
        relay -> relay.phase().isOpen() ? 1 : 0);
    summed(
        "ngit_sync_relay_failures",
        "Failures in a row; other: of all others together",
        RelayView::failures);
    named("ngit_sync_relay_phase", "Phase of a connection", relay -> relay.phase().metric());
    named("ngit_sync_relay_status", "Health of a relay", relay -> relay.health().metric());
    total("ngit_sync_relays_tracked_total", "Followed relays", all -> all.totals().relays());
    total("ngit_sync_relays_connected_total", "Connected relays", all -> all.totals().connected());
    total(
        "ngit_sync_relays_dead_total",
        "Relays that have failed for a day",
        all -> all.totals().dead());
    rejected("hot", "Refused events kept whole", RefusalMemory.Counts::hot);
    rejected("hot_bytes", "Bytes of these events", RefusalMemory.Counts::hotBytes);
    rejected(
        "orphans", "Events that wait for an event they refer to", RefusalMemory.Counts::orphans);
    rejected("orphan_bytes", "Bytes of these events", RefusalMemory.Counts::orphanBytes);
    series.gauges(
        "ngit_sync_rejected_cold",
        "Refused events of which only the id is kept",
        callback ->
            COLD.forEach((why, label) ->
                callback.call(of(all -> all.refused().cold().getOrDefault(why, 0)), label)),
        "reason");
    series.gauges(
        "ngit_sync_naughty_relays_total",
        "Relays that are not tried for a while",
        callback ->
            Arrays.stream(NaughtyList.Category.values())
                .forEach(category ->
                    callback.call(
                        of(all -> all.naughty().getOrDefault(category, 0)), category.label())),
        "category");
  }

  private void rejected(String name, String help, ToDoubleFunction<RefusalMemory.Counts> value) {
    total("ngit_sync_rejected_" + name, help, all -> value.applyAsDouble(all.refused()));
  }

  private void total(String name, String help, ToDoubleFunction<SyncOverview> value) {
    series.gauges(name, help, callback -> callback.call(of(value)));
  }

  /** A figure that makes no sense as a sum, so it is not for the relays without a name. */
  private void named(String name, String help, ToDoubleFunction<RelayView> value) {
    series.gauges(
        name,
        help,
        callback ->
            RelayLabels.busiest(relays())
                .forEach(relay -> callback.call(value.applyAsDouble(relay), relay.url().text())),
        RELAY);
  }

  private void summed(String name, String help, ToDoubleFunction<RelayView> value) {
    series.gauges(
        name,
        help,
        callback -> {
          List<RelayView> all = relays();
          List<RelayView> busiest = RelayLabels.busiest(all);
          busiest.forEach(relay -> callback.call(value.applyAsDouble(relay), relay.url().text()));
          Set<RelayView> known = new HashSet<>(busiest);
          callback.call(
              all.stream().filter(relay -> !known.contains(relay)).mapToDouble(value).sum(),
              RelayLabels.OTHER);
        },
        RELAY);
  }

  private List<RelayView> relays() {
    SyncOverview now = overview;
    return now == null ? List.of() : now.relays();
  }

  /** Returns a figure of the last overview; 0 before the first one. */
  private double of(ToDoubleFunction<SyncOverview> value) {
    SyncOverview now = overview;
    return now == null ? 0 : value.applyAsDouble(now);
  }
}
