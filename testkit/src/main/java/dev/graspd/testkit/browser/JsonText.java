package dev.graspd.testkit.browser;

import java.io.StringWriter;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes maps, lists, strings, numbers and booleans as JSON. */
final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  static String of(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      write(json, value);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, @Nullable Object value) {
    switch (value) {
      case null -> json.writeNull();
      case String text -> json.writeString(text);
      case Boolean truth -> json.writeBoolean(truth);
      case Number number -> json.writeNumber(number.longValue());
      case Map<?, ?> members -> {
        json.writeStartObject();
        members.forEach((name, member) -> {
          json.writeName(String.valueOf(name));
          write(json, member);
        });
        json.writeEndObject();
      }
      case Collection<?> elements -> {
        json.writeStartArray();
        elements.forEach(element -> write(json, element));
        json.writeEndArray();
      }
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }
}
