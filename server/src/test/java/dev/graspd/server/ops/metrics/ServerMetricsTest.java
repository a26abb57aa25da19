package dev.graspd.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.refusal.HeldReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HostingStats;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.git.GitMetrics.Direction;
import dev.graspd.server.git.GitMetrics.Operation;
import dev.graspd.server.git.GitMetrics.Status;
import dev.graspd.server.hunt.HuntMetrics;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.Version;
import dev.graspd.server.peers.status.Views;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {
  private static final InetAddress ALICE = InetAddress.ofLiteral("192.0.2.1");
  private static final InetAddress BOB = InetAddress.ofLiteral("2001:db8::1");
  private static final int SERIES_MAX = 1_000;
  private static final HostingStats STATS =
      new HostingStats(5, new TreeMap<>(Map.of("state", 2L)), Duration.ofMinutes(1), 3, 4, 5, 2);

  private final ServerMetrics metrics = new ServerMetrics(2, new Version("1.2.3", "abc", "x"));

  @Test
  void connectionsAreCountedByNumberNeverByAddress() {
    metrics.webSocketOpened(ALICE);
    metrics.webSocketOpened(ALICE);
    metrics.webSocketOpened(BOB);
    assertThat(lines())
        .contains(
            "ngit_websocket_connections_active 3.0",
            "ngit_websocket_connections_total 3.0",
            "ngit_websocket_unique_ips 2.0",
            "ngit_websocket_flagged_abusers 1.0");
    metrics.webSocketClosed(ALICE, Duration.ofSeconds(2));
    metrics.webSocketClosed(BOB, Duration.ofSeconds(2));
    assertThat(lines())
        .contains(
            "ngit_websocket_connections_active 1.0",
            "ngit_websocket_connections_total 3.0",
            "ngit_websocket_unique_ips 1.0",
            "ngit_websocket_flagged_abusers 0.0",
            "ngit_websocket_connection_duration_seconds_count 2");
    assertThat(metrics.text()).doesNotContain("192.0.2.1").doesNotContain("2001:db8");
  }

  @Test
  void messagesAreCountedByVerb() {
    metrics.messageReceived("REQ");
    metrics.messageReceived("invalid");
    metrics.messagesSent("EVENT", 7);
    assertThat(lines())
        .contains(
            "ngit_websocket_messages_received_total{type=\"REQ\"} 1.0",
            "ngit_websocket_messages_received_total{type=\"invalid\"} 1.0",
            "ngit_websocket_messages_received_total{type=\"EVENT\"} 0.0",
            "ngit_websocket_messages_sent_total{type=\"EVENT\"} 7.0");
  }

  @Test
  void eventsAreCountedByKindAndPrefix() {
    metrics.eventReceived(30617);
    metrics.eventStored(30617);
    metrics.eventReceived(4711);
    metrics.eventRejected(4711, "invalid");
    metrics.eventRejected(1, "rate-limited");
    assertThat(lines())
        .contains(
            "ngit_events_received_total{kind=\"30617\"} 1.0",
            "ngit_events_received_total{kind=\"other\"} 1.0",
            "ngit_events_stored_total{kind=\"30617\"} 1.0",
            "ngit_events_rejected_total{kind=\"other\",reason=\"invalid\"} 1.0",
            "ngit_events_rejected_total{kind=\"1\",reason=\"rate-limited\"} 1.0");
  }

  @Test
  void storeIsMeasured() {
    metrics.addStore(() -> new EventStore.Stats(3, 1, 9, 4096));
    metrics.committed(Duration.ofMillis(2));
    metrics.queryFinished("REQ", Duration.ofMillis(1));
    assertThat(lines())
        .contains(
            "ngit_store_events 3.0",
            "ngit_store_held_events 1.0",
            "ngit_store_log_position 9.0",
            "ngit_store_bytes 4096.0",
            "ngit_store_commit_duration_seconds_count 1",
            "ngit_query_duration_seconds_count{verb=\"REQ\"} 1");
  }

  @Test
  void gitIsCountedByOperationAndEnd() {
    metrics.git().operation(Operation.FETCH, Status.OK, Duration.ofMillis(3));
    metrics.git().operation(Operation.PUSH, Status.CUT, Duration.ofSeconds(3));
    metrics.git().bytes(Direction.OUT, 4_711);
    assertThat(lines())
        .contains(
            "ngit_git_operations_total{operation=\"fetch\",status=\"ok\"} 1.0",
            "ngit_git_operations_total{operation=\"push\",status=\"cut\"} 1.0",
            "ngit_git_operations_total{operation=\"info-refs\",status=\"ok\"} 0.0",
            "ngit_git_operation_duration_seconds_count{operation=\"fetch\"} 1",
            "ngit_git_bytes_total{direction=\"out\"} 4711.0",
            "ngit_git_bytes_total{direction=\"in\"} 0.0");
  }

  @Test
  void hostingIsCounted() {
    metrics.addHosting(() -> STATS);
    metrics.hosting().pushJudged(new PushVerdict(List.of(), List.of()));
    metrics.hosting().expired("state");
    metrics.hosting().released(Duration.ofSeconds(7), true);
    metrics.hosting().listsApplied(HostingMetrics.ListEffect.EXCLUDED, 9);
    assertThat(lines())
        .contains(
            "ngit_repositories_total 5.0",
            "ngit_submissions_total 4.0",
            "ngit_purgatory_held{type=\"state\"} 2.0",
            "ngit_purgatory_held{type=\"placeholder\"} 0.0",
            "ngit_purgatory_oldest_seconds 60.0",
            "ngit_git_damaged_families 3.0",
            "ngit_holding_repositories 5.0",
            "ngit_curation_repositories 2.0",
            "ngit_curation_total{what=\"excluded\"} 9.0",
            "ngit_curation_total{what=\"ended\"} 0.0",
            "ngit_git_push_authorization_total{result=\"allowed\"} 1.0",
            "ngit_git_push_authorization_total{result=\"denied\"} 0.0",
            "ngit_purgatory_expired_total{type=\"state\"} 1.0",
            "ngit_purgatory_release_seconds_count 1",
            "ngit_sync_events_synced_total 1.0");
  }

  private static final HuntTotals TOTALS =
      new HuntTotals(
          3,
          2,
          1,
          10,
          20,
          30,
          4,
          HuntTotals.Copies.NONE,
          new TreeMap<>(Map.of(new Domain("git.example.org"), new HuntTotals.Traffic(2, 7))));

  private static HuntReadings hunt(HuntTotals totals) {
    return new HuntReadings() {
      @Override
      public Optional<HuntView> view(Identifier family) {
        return Optional.empty();
      }

      @Override
      public Optional<HuntTotals> totals() {
        return Optional.of(totals);
      }

      @Override
      public Now now() {
        return new Now(0, 0);
      }
    };
  }

  @Test
  void theHuntIsCounted() {
    metrics.addHunt(hunt(TOTALS));
    metrics.hunt().passed(UrlTry.Result.MISBEHAVED);
    metrics.hunt().ids(HuntMetrics.Fate.RESIDUAL_SKIPPED, 5);
    metrics.hunt().deferred(HuntMetrics.Deferral.TOO_MANY_FAMILIES);
    assertThat(lines())
        .contains(
            "purgatory_sync_queue_size 3.0",
            "purgatory_sync_attempts_total{result=\"complete\"} 10.0",
            "purgatory_sync_attempts_total{result=\"incomplete\"} 20.0",
            "purgatory_sync_oids_fetched_total 30.0",
            "ngit_purgatory_comparisons_overdue 4.0",
            "purgatory_domain_in_flight{domain=\"git.example.org\"} 2.0",
            "purgatory_domain_requests_total{domain=\"git.example.org\"} 7.0",
            "ngit_purgatory_git_fetch_passes_total{result=\"misbehaved\"} 1.0",
            "ngit_purgatory_git_fetch_passes_total{result=\"brought\"} 0.0",
            "ngit_purgatory_git_fetch_oids_total{kind=\"residual_skipped\"} 5.0",
            "ngit_purgatory_git_deferred_total{reason=\"too_many_families\"} 1.0");
  }

  @Test
  void buildAndUptimeAreShown() {
    assertThat(metrics.text())
        .contains("ngit_build_info{commit=\"abc\",version=\"1.2.3\"} 1")
        .contains("ngit_uptime_seconds ");
  }

  @Test
  void everyNameIsOnTheReferencePage() throws IOException {
    metrics.addStore(() -> new EventStore.Stats(0, 0, 0, 0));
    metrics.addHosting(() -> STATS);
    metrics.addHunt(hunt(TOTALS));
    String page = Files.readString(Path.of("..", "docs", "reference", "metrics.md"));
    assertThat(metrics.text().lines().filter(line -> line.matches("# TYPE (ngit|purgatory)_.*")))
        .hasSizeGreaterThan(25)
        .anyMatch(line -> line.contains(" purgatory_domain_requests_total "))
        .allSatisfy(line -> assertThat(page).contains("`" + line.split(" ", 4)[2]));
  }

  @Test
  void strangersCannotMakeSeries() {
    metrics.addStore(() -> new EventStore.Stats(0, 0, 0, 0));
    metrics.addHosting(() -> STATS);
    metrics.addJvm();
    for (int kind = 0; kind < 65_536; kind++) {
      metrics.eventReceived(kind);
      metrics.eventStored(kind);
      for (Reason reason : Reason.all()) {
        // What waits was not refused.
        if (!(reason instanceof HeldReason)) {
          metrics.eventRejected(kind, reason.prefix().word());
        }
      }
    }
    for (int i = 0; i < 1_000; i++) {
      metrics.messageReceived("VERB" + i);
      metrics.messagesSent("VERB" + i, 1);
      metrics.connectionRefused("reason" + i);
    }
    List<RelayView> relays =
        IntStream.range(0, 500)
            .mapToObj(i -> Views.connected("wss://r" + i + ".example.net", i))
            .toList();
    metrics.sync().refreshed(Views.overview(relays));
    for (RelayView relay : relays) {
      metrics.sync().attempted(relay.url(), true);
      metrics.sync().attempted(relay.url(), false);
      metrics.sync().gapFound(relay.url());
      metrics.sync().lacked(relay.url(), 1);
      metrics.sync().gapPossible(relay.url());
    }
    for (String verb : List.of("REQ", "COUNT", "NEG-OPEN")) {
      metrics.queryFinished(verb, Duration.ZERO);
    }
    assertThat(lines()).hasSizeBetween(100, SERIES_MAX);
  }

  private List<String> lines() {
    return metrics.text().lines().filter(line -> !line.startsWith("#")).toList();
  }
}
