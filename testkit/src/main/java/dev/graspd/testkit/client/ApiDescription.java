package dev.graspd.testkit.client;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The description that a server gives of its API (OpenAPI 3.1), to check its answers. */
public final class ApiDescription {
  private static final String SCHEMAS = "#/components/schemas/";
  private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");

  private final Map<?, ?> document;
  private final Map<?, ?> paths;
  private final Map<?, ?> schemas;

  private ApiDescription(Map<?, ?> document) {
    this.document = document;
    this.paths = JsonTree.asObject(document.get("paths"));
    this.schemas = JsonTree.asObject(JsonTree.asObject(document.get("components")).get("schemas"));
  }

  public static ApiDescription parse(String json) {
    return new ApiDescription(JsonTree.object(json));
  }

  // ---- answers

  /**
   * Returns what the description does not foresee in an answer to GET.
   *
   * @param path below the base path, without a query
   */
  public List<String> faults(String path, int status, String contentType, String body) {
    Optional<Map<?, ?>> operation = operation(path);
    if (operation.isEmpty()) {
      return List.of("no such path: " + path);
    }
    Object answer = JsonTree.asObject(operation.get().get("responses")).get("" + status);
    if (!(answer instanceof Map<?, ?> foreseen)) {
      return List.of(path + " is not expected to answer " + status);
    }
    String type = contentType.replaceFirst(";.*", "");
    Object content = JsonTree.asObject(foreseen.get("content")).get(type);
    return content instanceof Map<?, ?> form
        ? JsonSchema.faults(
            JsonTree.parse(body), JsonTree.asObject(form.get("schema")), this::named)
        : List.of(path + " is not expected to answer with " + type);
  }

  /** Returns what is wrong with a document that should have the form of a schema. */
  public List<String> faultsOf(String schema, String body) {
    return JsonSchema.faults(JsonTree.parse(body), named(SCHEMAS + schema), this::named);
  }

  private Optional<Map<?, ?>> operation(String path) {
    for (Map.Entry<?, ?> entry : paths.entrySet()) {
      Map<?, ?> operation = JsonTree.asObject(JsonTree.asObject(entry.getValue()).get("get"));
      if (pattern((String) entry.getKey(), operation).matcher(path).matches()) {
        return Optional.of(operation);
      }
    }
    return Optional.empty();
  }

  private static Pattern pattern(String template, Map<?, ?> operation) {
    Set<Object> withSlashes = new HashSet<>();
    for (Object parameter : JsonTree.asArray(operation.get("parameters"))) {
      Map<?, ?> one = JsonTree.asObject(parameter);
      if (Boolean.TRUE.equals(one.get("x-slashes"))) {
        withSlashes.add(one.get("name"));
      }
    }
    StringBuilder pattern = new StringBuilder();
    Matcher names = PARAMETER.matcher(template);
    int at = 0;
    while (names.find()) {
      pattern.append(Pattern.quote(template.substring(at, names.start())));
      pattern.append(withSlashes.contains(names.group(1)) ? ".+" : "[^/]+");
      at = names.end();
    }
    return Pattern.compile(pattern.append(Pattern.quote(template.substring(at))).toString());
  }

  private Map<?, ?> named(String reference) {
    if (!reference.startsWith(SCHEMAS)
        || !(schemas.get(reference.substring(SCHEMAS.length())) instanceof Map<?, ?> found)) {
      throw new AssertionError("no such schema: " + reference);
    }
    return found;
  }

  // ---- the description itself

  /** Returns what is wrong with the description. */
  public List<String> faults() {
    List<String> faults = new ArrayList<>();
    if (!(document.get("openapi") instanceof String version) || !version.startsWith("3.1.")) {
      faults.add("not OpenAPI 3.1");
    }
    Map<?, ?> info = JsonTree.asObject(document.get("info"));
    if (!(info.get("title") instanceof String) || !(info.get("version") instanceof String)) {
      faults.add("info lacks title or version");
    }
    Set<Object> operations = new HashSet<>();
    for (Map.Entry<?, ?> entry : paths.entrySet()) {
      Map<?, ?> operation = JsonTree.asObject(JsonTree.asObject(entry.getValue()).get("get"));
      if (!operations.add(operation.get("operationId"))) {
        faults.add("two operations " + operation.get("operationId"));
      }
      checkParameters((String) entry.getKey(), operation, faults);
      checkReferences(operation, faults);
    }
    schemas.values().forEach(schema -> checkSchema(schema, faults));
    checkReferences(schemas, faults);
    return faults;
  }

  private static void checkParameters(String template, Map<?, ?> operation, List<String> faults) {
    Set<String> named = new TreeSet<>();
    PARAMETER.matcher(template).results().forEach(match -> named.add(match.group(1)));
    Set<String> declared = new TreeSet<>();
    for (Object parameter : JsonTree.asArray(operation.get("parameters"))) {
      Map<?, ?> one = JsonTree.asObject(parameter);
      if ("path".equals(one.get("in"))) {
        declared.add((String) one.get("name"));
      }
      if (!(one.get("schema") instanceof Map<?, ?>)) {
        faults.add(template + ": a parameter without a schema");
      }
    }
    if (!template.startsWith("/") || !named.equals(declared)) {
      faults.add(template + ": its parameters are " + declared);
    }
  }

  private void checkReferences(Object value, List<String> faults) {
    switch (value) {
      case Map<?, ?> map -> {
        if (map.get("$ref") instanceof String reference
            && !schemas.containsKey(reference.replace(SCHEMAS, ""))) {
          faults.add("no such schema: " + reference);
        }
        map.values().forEach(part -> checkReferences(part, faults));
      }
      case List<?> list -> list.forEach(part -> checkReferences(part, faults));
      default -> {}
    }
  }

  /** Objects must name all their fields. */
  private static void checkSchema(Object value, List<String> faults) {
    if (value instanceof Map<?, ?> map) {
      if (map.get("properties") instanceof Map<?, ?> properties) {
        if (!Boolean.FALSE.equals(map.get("additionalProperties"))) {
          faults.add("an object may have any field: " + properties.keySet());
        }
        if (!(map.get("required") instanceof List<?> required)
            || !properties.keySet().containsAll(required)) {
          faults.add("an object requires what it does not have: " + properties.keySet());
        }
      }
      map.values().forEach(part -> checkSchema(part, faults));
    } else if (value instanceof List<?> list) {
      list.forEach(part -> checkSchema(part, faults));
    }
  }
}
