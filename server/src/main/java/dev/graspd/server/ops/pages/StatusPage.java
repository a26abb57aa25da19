package dev.graspd.server.ops.pages;

import static dev.graspd.server.ops.pages.Html.code;
import static dev.graspd.server.ops.pages.Html.element;
import static dev.graspd.server.ops.pages.Html.foreign;
import static dev.graspd.server.ops.pages.Html.link;
import static dev.graspd.server.ops.pages.Html.table;
import static dev.graspd.server.ops.pages.Html.text;

import dev.graspd.core.sync.NaughtyList;
import dev.graspd.core.sync.Phase;
import dev.graspd.core.sync.RefusalMemory;
import dev.graspd.core.sync.RelayHealth;
import dev.graspd.core.sync.RelayView;
import dev.graspd.server.ops.pages.Html.Node;
import dev.graspd.server.ops.pages.Html.Tag;
import dev.graspd.server.peers.SyncOverview;
import dev.graspd.server.upkeep.UpkeepReadings;
import dev.graspd.server.web.OpsPages.Page;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What people see of sync: how it is doing, and how each relay is. */
final class StatusPage {
  /** Rows of the table; programs get more of them. */
  static final int ROWS_MAX = 500;

  private static final String TITLE = "Sync with other relays";
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Sheet sheet;
  private final Places places;

  StatusPage(Sheet sheet, Places places) {
    this.sheet = sheet;
    this.places = places;
  }

  /** Returns the page of a server that does not sync. */
  Page off(UpkeepReadings upkeep) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.P, text("This server fetches nothing from other relays.")));
    parts.addAll(gitData(upkeep));
    return sheet.page(200, TITLE, parts);
  }

  private List<Node> gitData(UpkeepReadings upkeep) {
    return List.of(
        element(Tag.H2, text("Git data")),
        facts(
            List.of(
                List.of(
                    "Packs written anew since the start",
                    "%d times, %d failed".formatted(upkeep.done(), upkeep.failed())),
                List.of("Bytes of the new packs", String.valueOf(upkeep.rewrittenBytes())),
                List.of("Bytes saved by it", String.valueOf(upkeep.reclaimedBytes())),
                List.of("Last time", upkeep.lastDone().map(SECOND::format).orElse("not yet")))),
        element(Tag.P, link(places.own("api/v1/upkeep"), text("The same for programs"))));
  }

  Page of(SyncOverview overview, UpkeepReadings upkeep) {
    List<Node> parts = new ArrayList<>();
    parts.add(
        element(
            Tag.P,
            text("As of " + time(overview.at().epochSeconds()) + ". "),
            link(places.own("api/v1/sync"), text("The same for programs"))));
    parts.add(totals(overview));
    parts.addAll(gitData(upkeep));
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
    return sheet.page(200, TITLE, parts);
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
            List.of("Left alone for a while", naughty(overview)),
            List.of("Items", items(totals.confirmed(), totals.pending(), totals.wanted())),
            List.of(
                "Open subscriptions",
                subscriptions(totals.liveRequests(), totals.passingRequests())),
            List.of(
                "Refused events",
                "%d remembered whole, %d by id, %d wait for what they refer to"
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
      case NOT_A_RELAY -> "that are no relays";
      case MISBEHAVED -> "that misbehaved";
    };
  }

  /** A block for each relay and not a row: nine columns fit on no phone. */
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
        List.of("what", "how"),
        rows.stream().map(row -> List.of(text(row.getFirst()), foreign(row.getLast()))).toList());
  }

  private static String words(Phase phase) {
    return switch (phase) {
      case DISCONNECTED -> "not connected";
      case CONNECTING -> "being connected";
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
      case POLICY_LIMITED -> "it does not want us, tried once a day";
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
    return "%d fetched, %d under way, %d to be asked for".formatted(confirmed, pending, wanted);
  }

  private static String subscriptions(long live, long passing) {
    return "%d live, %d passing".formatted(live, passing);
  }

  private static String time(OptionalLong seconds, String none) {
    return seconds.isPresent() ? time(seconds.getAsLong()) : none;
  }

  private static String time(long seconds) {
    return SECOND.format(Instant.ofEpochSecond(seconds));
  }
}
