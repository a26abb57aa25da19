package dev.graspd.server.site.openapi;

import dev.graspd.server.site.json.JsonDocument;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Writes the description of the API. */
public final class OpenApi {
  private static final String VERSION = "3.1.1";

  private OpenApi() {}

  /**
   * Returns the description.
   *
   * @param base the path of the service, with slashes around it
   */
  public static String document(String base) {
    return JsonDocument.object(out -> {
      out.writeStringProperty("openapi", VERSION);
      out.writeObjectPropertyStart("info");
      out.writeStringProperty("title", "graspd");
      out.writeStringProperty("version", "1");
      out.writeStringProperty(
          "description",
          "Reads only: GET and HEAD. Times are seconds since 1970. Missing values are null.");
      out.writeEndObject();
      writeServer(out, base);
      out.writeObjectPropertyStart("paths");
      ApiRoutes.all().forEach(route -> write(out, route));
      out.writeEndObject();
      out.writeObjectPropertyStart("components");
      out.writeObjectPropertyStart("schemas");
      schemas()
          .forEach((name, schema) -> {
            out.writeName(name);
            schema.write(out);
          });
      out.writeEndObject();
      out.writeEndObject();
    });
  }

  private static SortedMap<String, Schema> schemas() {
    SortedMap<String, Schema> all = new TreeMap<>(CodeSchemas.all());
    all.putAll(ServiceSchemas.all());
    all.putAll(TalkSchemas.all());
    return all;
  }

  /** Without a server, addresses begin at the root. */
  private static void writeServer(JsonGenerator out, String base) {
    if (base.equals("/")) {
      return;
    }
    out.writeArrayPropertyStart("servers");
    out.writeStartObject();
    out.writeStringProperty("url", base.substring(0, base.length() - 1));
    out.writeEndObject();
    out.writeEndArray();
  }

  private static void write(JsonGenerator out, ApiRoute route) {
    out.writeObjectPropertyStart(route.template());
    out.writeObjectPropertyStart("get");
    out.writeStringProperty("operationId", route.operation());
    out.writeStringProperty("summary", route.summary());
    out.writeArrayPropertyStart("parameters");
    route.parameters().forEach(name -> writePart(out, name));
    route.keys().forEach(key -> writeKey(out, key));
    out.writeEndArray();
    out.writeObjectPropertyStart("responses");
    route.answers().forEach(answer -> writeAnswer(out, route, answer));
    out.writeEndObject();
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void writePart(JsonGenerator out, String name) {
    ApiParameter parameter = ApiParameter.of(name);
    out.writeStartObject();
    out.writeStringProperty("name", name);
    out.writeStringProperty("in", "path");
    out.writeBooleanProperty("required", true);
    out.writeStringProperty("description", parameter.description());
    out.writeName("schema");
    Schema.text().write(out);
    out.writeStringProperty("example", parameter.example());
    out.writeBooleanProperty("x-slashes", parameter.hasSlashes());
    out.writeEndObject();
  }

  private static void writeKey(JsonGenerator out, ApiRoute.Key key) {
    out.writeStartObject();
    out.writeStringProperty("name", key.name());
    out.writeStringProperty("in", "query");
    out.writeStringProperty("description", key.description());
    out.writeName("schema");
    key.value().write(out);
    out.writeEndObject();
  }

  private static void writeAnswer(JsonGenerator out, ApiRoute route, ApiRoute.Answer answer) {
    out.writeObjectPropertyStart(Integer.toString(answer.status()));
    out.writeStringProperty("description", answer.description());
    writeHeaders(out, route, answer.status());
    if (answer.type().isEmpty()) {
      out.writeEndObject();
      return;
    }
    out.writeObjectPropertyStart("content");
    out.writeObjectPropertyStart(answer.type());
    out.writeName("schema");
    Schema.named(answer.schema()).write(out);
    out.writeEndObject();
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void writeHeaders(JsonGenerator out, ApiRoute route, int status) {
    SortedMap<String, String> headers = new TreeMap<>();
    if (route.isList() && status == 200) {
      headers.put("Link", "The next part, with rel=\"next\"");
    }
    if (route.isVersioned() && (status == 200 || status == 304)) {
      headers.put("ETag", "The version; absent if a limit of time ended the answer");
    }
    if (status == 429 || status == 503) {
      headers.put("Retry-After", "Seconds after which to ask again");
    }
    if (headers.isEmpty()) {
      return;
    }
    out.writeObjectPropertyStart("headers");
    headers.forEach((name, description) -> {
      out.writeObjectPropertyStart(name);
      out.writeStringProperty("description", description);
      out.writeName("schema");
      Schema.text().write(out);
      out.writeEndObject();
    });
    out.writeEndObject();
  }
}
