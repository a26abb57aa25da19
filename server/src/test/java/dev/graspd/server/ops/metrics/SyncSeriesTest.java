package dev.graspd.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.relays.RelayHealth;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.ops.Version;
import dev.graspd.server.peers.status.Views;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SyncSeriesTest {
  private static final String UP = "wss://up.example.net";
  private static final String DOWN = "wss://down.example.net";

  private final ServerMetrics metrics = new ServerMetrics(2, new Version("1.2.3", "abc", "x"));

  @Test
  void attemptsAndGapsAreCountedByRelay() {
    metrics.sync().attempted(Views.url(UP), true);
    metrics.sync().attempted(Views.url(DOWN), false);
    metrics.sync().attempted(Views.url(DOWN), false);
    metrics.sync().gapFound(Views.url(UP));
    metrics.sync().lacked(Views.url(UP), 7);
    metrics.sync().gapPossible(Views.url(DOWN));
    assertThat(lines())
        .contains(
            attempts(UP, "success") + " 1.0",
            attempts(DOWN, "failure") + " 2.0",
            attempts("other", "success") + " 0.0",
            attempts("other", "failure") + " 0.0",
            "ngit_sync_gap_events_total{relay=\"" + UP + "\"} 1.0",
            "ngit_sync_gap_events_total{relay=\"other\"} 0.0",
            "ngit_sync_relay_lacks_total{relay=\"" + UP + "\"} 7.0",
            "ngit_sync_relay_lacks_total{relay=\"other\"} 0.0",
            "ngit_sync_possible_gaps_total{relay=\"" + DOWN + "\"} 1.0",
            "ngit_sync_possible_gaps_total{relay=\"other\"} 0.0");
  }

  @Test
  void eventsAreCountedByHowTheyCame() {
    metrics.eventPassed();
    metrics.sync().eventArrived(EventSource.LIVE);
    metrics.sync().eventArrived(EventSource.STARTUP);
    metrics.sync().eventArrived(EventSource.STARTUP);
    metrics.sync().eventArrived(EventSource.RECONNECT);
    metrics.sync().eventArrived(EventSource.DAILY);
    metrics.sync().eventSynced();
    assertThat(lines())
        .contains(
            "ngit_sync_events_total{source=\"direct\"} 1.0",
            "ngit_sync_events_total{source=\"live\"} 1.0",
            "ngit_sync_events_total{source=\"startup\"} 2.0",
            "ngit_sync_events_total{source=\"reconnect\"} 1.0",
            "ngit_sync_events_total{source=\"daily\"} 1.0",
            "ngit_sync_events_synced_total 1.0");
  }

  @Test
  void gaugesShowTheLastOverview() {
    assertThat(lines()).contains("ngit_sync_relays_tracked_total 0.0");
    metrics
        .sync()
        .refreshed(Views.overview(List.of(Views.failing(DOWN, "no"), Views.connected(UP, 9))));
    assertThat(lines())
        .contains(
            relay("connected", UP) + " 1.0",
            relay("connected", DOWN) + " 0.0",
            relay("connected", "other") + " 0.0",
            relay("phase", UP) + " 3.0",
            relay("phase", DOWN) + " 0.0",
            relay("status", UP) + " 1.0",
            relay("status", DOWN) + " 3.0",
            relay("failures", UP) + " 0.0",
            relay("failures", DOWN) + " 3.0",
            "ngit_sync_relays_tracked_total 2.0",
            "ngit_sync_relays_connected_total 1.0",
            "ngit_sync_relays_dead_total 0.0",
            "ngit_sync_naughty_relays_total{category=\"tls\"} 2.0",
            "ngit_sync_naughty_relays_total{category=\"dns\"} 0.0",
            "ngit_sync_rejected_hot 3.0",
            "ngit_sync_rejected_hot_bytes 300.0",
            "ngit_sync_rejected_cold{reason=\"not_listed_here\"} 7.0",
            "ngit_sync_rejected_cold{reason=\"not_yet_valid\"} 0.0",
            "ngit_sync_rejected_cold{reason=\"other\"} 1.0",
            "ngit_sync_rejected_orphans 4.0",
            "ngit_sync_rejected_orphan_bytes 400.0");
    metrics.sync().refreshed(Views.overview(List.of()));
    assertThat(lines())
        .contains("ngit_sync_relays_tracked_total 0.0")
        .noneMatch(line -> line.startsWith(relay("connected", UP)));
  }

  @Test
  void deadRelaysAreCounted() {
    RelayView one = Views.failing(DOWN, "no");
    RelayView dead =
        new RelayView(
            one.url(),
            one.bootstrap(),
            one.phase(),
            RelayHealth.State.DEAD,
            one.failures(),
            one.repositories(),
            one.confirmed(),
            one.pending(),
            one.wanted(),
            one.liveRequests(),
            one.passingRequests(),
            one.connected(),
            one.disconnected(),
            one.historyComplete(),
            one.caughtUpSeconds(),
            one.lastError(),
            one.nextAttemptNanos());
    metrics.sync().refreshed(Views.overview(List.of(dead)));
    assertThat(lines()).contains("ngit_sync_relays_dead_total 1.0", relay("status", DOWN) + " 4.0");
  }

  @Test
  void onlyTheBusiestRelaysHaveNames() {
    List<RelayView> relays = relays(0, 60);
    relays.forEach(relay -> metrics.sync().attempted(relay.url(), true));
    assertThat(names("ngit_sync_connection_attempts_total")).isEqualTo(RelayLabels.RELAYS_MAX);
    assertThat(lines()).contains(attempts("other", "success") + " 10.0");

    metrics.sync().refreshed(Views.overview(relays));
    relays.forEach(relay -> metrics.sync().attempted(relay.url(), true));
    assertThat(lines())
        .contains(
            // Those with least repositories have lost their names.
            relay("connected", "other") + " 10.0",
            attempts("other", "success") + " 20.0",
            relay("connected", "wss://r59.example.net") + " 1.0",
            attempts("wss://r59.example.net", "success") + " 1.0",
            attempts("wss://r10.example.net", "success") + " 2.0")
        .noneMatch(line -> line.contains("wss://r9.example.net"));
  }

  @Test
  void aRelayThatIsNotYetSeenKeepsWhatWasCounted() {
    metrics.sync().attempted(Views.url(DOWN), false);
    metrics.sync().refreshed(Views.overview(List.of()));
    assertThat(lines()).contains(attempts(DOWN, "failure") + " 1.0");
  }

  @Test
  void relaysThatComeAndGoMakeNoMoreSeries() {
    for (int round = 0; round < 20; round++) {
      List<RelayView> relays = relays(round * 100, 100);
      for (RelayView relay : relays) {
        metrics.sync().attempted(relay.url(), true);
        metrics.sync().attempted(relay.url(), false);
        metrics.sync().gapFound(relay.url());
      }
      metrics.sync().refreshed(Views.overview(relays));
      for (RelayView relay : relays) {
        metrics.sync().attempted(relay.url(), true);
        metrics.sync().attempted(relay.url(), false);
        metrics.sync().gapFound(relay.url());
      }
    }
    assertThat(names("ngit_sync_connection_attempts_total")).isEqualTo(2 * RelayLabels.RELAYS_MAX);
    assertThat(names("ngit_sync_gap_events_total")).isEqualTo(RelayLabels.RELAYS_MAX);
    assertThat(names("ngit_sync_relay_phase")).isEqualTo(RelayLabels.RELAYS_MAX);
  }

  private static List<RelayView> relays(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(i -> Views.connected("wss://r" + i + ".example.net", i))
        .toList();
  }

  private long names(String metric) {
    return lines().stream()
        .filter(line -> line.startsWith(metric + "{") && line.contains("wss://"))
        .count();
  }

  private static String attempts(String relay, String result) {
    return "ngit_sync_connection_attempts_total{relay=\"%s\",result=\"%s\"}"
        .formatted(relay, result);
  }

  private static String relay(String what, String relay) {
    return "ngit_sync_relay_%s{relay=\"%s\"}".formatted(what, relay);
  }

  private List<String> lines() {
    return metrics.text().lines().filter(line -> !line.startsWith("#")).toList();
  }
}
