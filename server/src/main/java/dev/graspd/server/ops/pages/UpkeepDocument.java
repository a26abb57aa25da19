package dev.graspd.server.ops.pages;

import dev.graspd.server.site.json.JsonDocument;
import dev.graspd.server.upkeep.UpkeepReadings;

/** Repacking of git data, as JSON ({@code /api/v1/upkeep}). */
final class UpkeepDocument {
  private UpkeepDocument() {}

  static String of(UpkeepReadings readings) {
    return JsonDocument.object(out -> {
      out.writeNumberProperty("done", readings.done());
      out.writeNumberProperty("failed", readings.failed());
      out.writeNumberProperty("rewritten_bytes", readings.rewrittenBytes());
      out.writeNumberProperty("reclaimed_bytes", readings.reclaimedBytes());
      JsonDocument.writeTime(out, "last_done", readings.lastDone());
    });
  }
}
