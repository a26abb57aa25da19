package dev.graspd.server.site.json;

import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * A limit that ended an answer early (W-86).
 *
 * @param what is counted
 */
public record Truncated(String what, long limit) {
  static void write(JsonGenerator out, Optional<Truncated> truncated) {
    if (truncated.isEmpty()) {
      out.writeNullProperty("truncated");
      return;
    }
    out.writeObjectPropertyStart("truncated");
    out.writeStringProperty("what", truncated.get().what);
    out.writeNumberProperty("limit", truncated.get().limit);
    out.writeEndObject();
  }
}
