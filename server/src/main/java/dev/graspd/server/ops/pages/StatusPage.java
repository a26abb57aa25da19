package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.table;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.relays.NaughtyList;
import dev.graspd.core.sync.relays.RelayHealth;
import dev.graspd.core.sync.relays.RelayPhase;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.upkeep.UpkeepReadings;
import dev.graspd.server.web.http.OpsPages.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The page about sync: totals, and the state of each relay. */
record StatusPage(PageLayout layout, ServiceUrls urls) {
  /** The most relays on the page; the JSON document has more. */
  static final int ROWS_MAX = 500;

  private static final String TITLE = "Sync with other relays";

  /** Returns the page of a server that does not sync. */
  Page off(UpkeepReadings upkeep, Optional<HuntTotals.Copies> copies) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.P, text("This server fetches nothing from other relays.")));
    parts.addAll(gitData(upkeep));
    copies.ifPresent(one -> parts.addAll(copies(one)));
    return layout.page(200, TITLE, parts);
  }

  private List<Node> gitData(UpkeepReadings upkeep) {
    return List.of(
        element(Tag.H2, text("Git data")),
        facts(
            List.of(
                List.of(
                    "Repacked since the start",
                    "%d times, %d failed".formatted(upkeep.done(), upkeep.failed())),
                List.of("Bytes of the new packs", String.valueOf(upkeep.rewrittenBytes())),
                List.of("Bytes saved", String.valueOf(upkeep.reclaimedBytes())),
                List.of("Last repacking", upkeep.lastDone().map(Html::time).orElse("not yet")))),
        element(Tag.P, link(urls.own("api/v1/upkeep"), text("JSON"))));
  }

  private static List<Node> copies(HuntTotals.Copies copies) {
    return List.of(
        element(Tag.H2, text("Other copies")),
        element(
            Tag.P,
            text(
                "The branches and tags of repositories here, compared with their clone URLs on"
                    + " other servers about once an hour. The page of a repository shows each.")),
        facts(
            List.of(
                List.of("Copies with the same values", String.valueOf(copies.same())),
                List.of("With another value", String.valueOf(copies.different())),
                List.of("Without some refs", String.valueOf(copies.lacking())),
                List.of("Clone URLs that gave no refs", String.valueOf(copies.failed())))));
  }

  Page of(SyncOverview overview, UpkeepReadings upkeep, Optional<HuntTotals.Copies> copies) {
    List<Node> parts = new ArrayList<>();
    parts.add(
        element(
            Tag.P,
            text("As of " + time(overview.at().epochSeconds()) + ". "),
            link(urls.own("api/v1/sync"), text("JSON"))));
    parts.add(totals(overview));
    parts.addAll(gitData(upkeep));
    copies.ifPresent(one -> parts.addAll(copies(one)));
    parts.add(element(Tag.H2, text("Relays")));
    if (overview.relays().isEmpty()) {
      parts.add(element(Tag.P, text("No repository here names another relay yet.")));
    } else {
      overview.relays().stream()
          .limit(ROWS_MAX)
          .forEach(relay -> parts.addAll(relay(overview, relay)));
    }
    int more = overview.relays().size() - ROWS_MAX;
    if (more > 0) {
      parts.add(element(Tag.P, text("and " + more + " more")));
    }
    return layout.page(200, TITLE, parts);
  }

  private static Node totals(SyncOverview overview) {
    SyncOverview.Totals totals = overview.totals();
    RefusalMemory.Counts refused = overview.refused();
    int cold = refused.cold().values().stream().mapToInt(Integer::intValue).sum();
    return facts(
        List.of(
            List.of(
                "Relays",
                "%d, of them %d connected and %d dead"
                    .formatted(totals.relays(), totals.connected(), totals.dead())),
            List.of("Not tried for a while", naughty(overview)),
            List.of("Items", items(totals.confirmed(), totals.pending(), totals.wanted())),
            List.of(
                "Open subscriptions",
                subscriptions(totals.liveRequests(), totals.passingRequests())),
            List.of(
                "Refused events",
                "%d kept whole, %d kept by id, %d wait for an event they refer to"
                    .formatted(refused.hot(), cold, refused.orphans()))));
  }

  private static String naughty(SyncOverview overview) {
    String words =
        overview.naughty().entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .map(entry -> entry.getValue() + " " + words(entry.getKey()))
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "none" : words;
  }

  private static String words(NaughtyList.Category category) {
    return switch (category) {
      case NO_SUCH_NAME -> "whose name does not exist";
      case TLS -> "without a valid certificate";
      case NOT_A_RELAY -> "that are not relays";
      case MISBEHAVED -> "that misbehaved";
    };
  }

  /** A block for each relay, not a row: nine columns do not fit on a phone. */
  private static List<Node> relay(SyncOverview overview, RelayView relay) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Connection", words(relay.phase())));
    rows.add(List.of("Health", words(relay.health()) + failures(relay.failures())));
    rows.add(List.of("Last contact", time(overview.lastContactSeconds(relay), "never")));
    if (relay.nextAttemptNanos().isPresent()) {
      rows.add(List.of("Next attempt", time(overview.nextAttemptSeconds(relay), "")));
    }
    rows.add(List.of("Repositories", String.valueOf(relay.repositories())));
    rows.add(List.of("Items", items(relay.confirmed(), relay.pending(), relay.wanted())));
    rows.add(
        List.of(
            "Open subscriptions", subscriptions(relay.liveRequests(), relay.passingRequests())));
    if (!relay.lastError().isEmpty()) {
      rows.add(List.of("Last error", Html.cut(relay.lastError(), SyncDocument.ERROR_CHARS_MAX)));
    }
    Node url = code(relay.url().text());
    return List.of(
        element(
            Tag.P,
            relay.bootstrap()
                ? element(Tag.STRONG, url, text(" (named by the operator)"))
                : element(Tag.STRONG, url)),
        facts(rows));
  }

  private static Node facts(List<List<String>> rows) {
    return table(
        List.of("item", "value"),
        rows.stream().map(row -> List.of(text(row.getFirst()), foreign(row.getLast()))).toList());
  }

  private static String words(RelayPhase phase) {
    return switch (phase) {
      case DISCONNECTED -> "not connected";
      case CONNECTING -> "connecting";
      case SYNCING -> "connected, its history is being fetched";
      case CONNECTED -> "connected, up to date";
      case CONNECTED_HISTORIC_SYNC_FAILURES -> "connected, a part of its history is missing";
    };
  }

  private static String words(RelayHealth.State health) {
    return switch (health) {
      case HEALTHY -> "healthy";
      case DISCONNECTED -> "nothing wrong";
      case DEGRADED -> "failing, or back for less than five minutes";
      case DEAD -> "dead: failing for a day, tried once a day";
      case RATE_LIMITED -> "it told us to slow down";
      case POLICY_LIMITED -> "it refuses us, tried once a day";
    };
  }

  private static String failures(int count) {
    return switch (count) {
      case 0 -> "";
      case 1 -> " (1 failure)";
      default -> " (" + count + " failures in a row)";
    };
  }

  private static String items(long confirmed, long pending, long wanted) {
    return "%d fetched, %d in progress, %d to be requested".formatted(confirmed, pending, wanted);
  }

  private static String subscriptions(long live, long passing) {
    return "%d live, %d temporary".formatted(live, passing);
  }

  private static String time(OptionalLong seconds, String none) {
    return seconds.isPresent() ? time(seconds.getAsLong()) : none;
  }

  private static String time(long seconds) {
    return Html.time(Instant.ofEpochSecond(seconds));
  }
}
