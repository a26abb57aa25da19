package dev.graspd.server.site.json;

import java.io.StringWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON documents for programs. Times are calendar seconds; a missing value is null. */
public final class JsonDocument {
  public static final String TYPE = "application/json; charset=utf-8";

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonDocument() {}

  /** Returns an object with these fields. */
  public static String object(Consumer<JsonGenerator> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      fields.accept(out);
      out.writeEndObject();
    }
    return text.toString();
  }

  /** Writes a text, or null. */
  public static void writeText(JsonGenerator out, String name, Optional<String> text) {
    if (text.isPresent()) {
      out.writeStringProperty(name, text.get());
    } else {
      out.writeNullProperty(name);
    }
  }

  /** Writes a time, or null. */
  public static void writeTime(JsonGenerator out, String name, Optional<Instant> time) {
    writeTime(out, name, time.stream().mapToLong(Instant::getEpochSecond).findFirst());
  }

  public static void writeTime(JsonGenerator out, String name, OptionalLong seconds) {
    if (seconds.isPresent()) {
      out.writeNumberProperty(name, seconds.getAsLong());
    } else {
      out.writeNullProperty(name);
    }
  }

  /** Returns the name of a constant in documents. */
  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
