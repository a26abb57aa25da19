package dev.graspd.server.app.desk;

import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the JSON answers of commands. */
public final class JsonText {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonText() {}

  public static String object(Consumer<JsonGenerator> fields) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      fields.accept(out);
      out.writeEndObject();
    }
    return text.toString();
  }

  /** Writes a list of texts as a member of an object. */
  public static void strings(JsonGenerator json, String name, List<String> texts) {
    json.writeArrayPropertyStart(name);
    texts.forEach(json::writeString);
    json.writeEndArray();
  }
}
