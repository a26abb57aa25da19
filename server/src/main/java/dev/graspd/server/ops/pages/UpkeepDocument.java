package dev.graspd.server.ops.pages;

import dev.graspd.server.upkeep.UpkeepReadings;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The upkeep of git data for programs ({@code /api/v1/upkeep}). */
final class UpkeepDocument {
  private static final JsonFactory FACTORY = new JsonFactory();

  private UpkeepDocument() {}

  static String of(UpkeepReadings readings) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      out.writeNumberProperty("done", readings.done());
      out.writeNumberProperty("failed", readings.failed());
      out.writeNumberProperty("rewritten_bytes", readings.rewrittenBytes());
      out.writeNumberProperty("reclaimed_bytes", readings.reclaimedBytes());
      if (readings.lastDone().isPresent()) {
        out.writeNumberProperty("last_done", readings.lastDone().get().getEpochSecond());
      } else {
        out.writeNullProperty("last_done");
      }
      out.writeEndObject();
    }
    return text.toString();
  }
}
