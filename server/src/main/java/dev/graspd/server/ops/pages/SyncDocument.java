package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.json.JsonDocument.object;
import static dev.graspd.server.site.json.JsonDocument.word;
import static dev.graspd.server.site.json.JsonDocument.writeText;
import static dev.graspd.server.site.json.JsonDocument.writeTime;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.site.html.Html;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Sync with other relays, as JSON ({@code /api/v1/sync}). */
final class SyncDocument {
  static final int RELAYS_MAX = 1_000;
  static final int ERROR_CHARS_MAX = 256;
  static final String OFF = "{\"enabled\":false}";

  private SyncDocument() {}

  static String of(SyncOverview overview) {
    return object(out -> {
      out.writeBooleanProperty("enabled", true);
      out.writeNumberProperty("at", overview.at().epochSeconds());
      writeTotals(out, overview);
      writeNaughty(out, overview);
      writeRejected(out, overview.refused());
      out.writeArrayPropertyStart("relays");
      overview.relays().stream()
          .limit(RELAYS_MAX)
          .forEach(relay -> writeRelay(out, overview, relay));
      out.writeEndArray();
      out.writeBooleanProperty("truncated", overview.relays().size() > RELAYS_MAX);
    });
  }

  private static void writeTotals(JsonGenerator out, SyncOverview overview) {
    SyncOverview.Totals totals = overview.totals();
    out.writeObjectPropertyStart("totals");
    out.writeNumberProperty("relays", totals.relays());
    out.writeNumberProperty("connected", totals.connected());
    out.writeNumberProperty("dead", totals.dead());
    out.writeNumberProperty("confirmed", totals.confirmed());
    out.writeNumberProperty("pending", totals.pending());
    out.writeNumberProperty("wanted", totals.wanted());
    writeSubscriptions(out, totals.liveRequests(), totals.passingRequests());
    out.writeEndObject();
  }

  private static void writeNaughty(JsonGenerator out, SyncOverview overview) {
    out.writeObjectPropertyStart("naughty");
    overview
        .naughty()
        .forEach((category, count) -> out.writeNumberProperty(category.label(), count));
    out.writeEndObject();
  }

  private static void writeRejected(JsonGenerator out, RefusalMemory.Counts counts) {
    out.writeObjectPropertyStart("rejected");
    out.writeNumberProperty("hot", counts.hot());
    out.writeNumberProperty(
        "cold", counts.cold().values().stream().mapToInt(Integer::intValue).sum());
    out.writeNumberProperty("orphans", counts.orphans());
    out.writeEndObject();
  }

  private static void writeRelay(JsonGenerator out, SyncOverview overview, RelayView relay) {
    out.writeStartObject();
    out.writeStringProperty("url", relay.url().text());
    out.writeBooleanProperty("bootstrap", relay.bootstrap());
    out.writeStringProperty("state", word(relay.phase()));
    out.writeStringProperty("health", word(relay.health()));
    out.writeNumberProperty("failures", relay.failures());
    out.writeNumberProperty("repositories", relay.repositories());
    out.writeNumberProperty("confirmed", relay.confirmed());
    out.writeNumberProperty("pending", relay.pending());
    out.writeNumberProperty("wanted", relay.wanted());
    writeSubscriptions(out, relay.liveRequests(), relay.passingRequests());
    writeTime(out, "last_contact", overview.lastContactSeconds(relay));
    writeTime(out, "caught_up_until", relay.caughtUpSeconds());
    writeTime(
        out,
        "history_complete",
        relay.historyComplete().stream().mapToLong(Now::epochSeconds).findFirst());
    writeTime(out, "next_attempt", overview.nextAttemptSeconds(relay));
    writeText(
        out,
        "last_error",
        Optional.of(relay.lastError())
            .filter(error -> !error.isEmpty())
            .map(error -> Html.cut(error, ERROR_CHARS_MAX)));
    out.writeEndObject();
  }

  private static void writeSubscriptions(JsonGenerator out, long live, long passing) {
    out.writeObjectPropertyStart("subscriptions");
    out.writeNumberProperty("live", live);
    out.writeNumberProperty("passing", passing);
    out.writeEndObject();
  }
}
