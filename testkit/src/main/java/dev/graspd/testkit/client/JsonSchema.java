package dev.graspd.testkit.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks JSON values against a schema, as far as our own description uses JSON Schema. A keyword
 * that it does not know is a fault: nothing is passed over.
 */
final class JsonSchema {
  private static final Set<String> KEYWORDS =
      Set.of(
          "$ref",
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "enum",
          "anyOf",
          "pattern",
          "minimum");

  private final Function<String, Map<?, ?>> named;
  private final List<String> faults = new ArrayList<>();

  private JsonSchema(Function<String, Map<?, ?>> named) {
    this.named = named;
  }

  /**
   * Returns what is wrong with a value.
   *
   * @param named finds the schema that a {@code $ref} means
   */
  static List<String> faults(
      @Nullable Object value, Map<?, ?> schema, Function<String, Map<?, ?>> named) {
    JsonSchema check = new JsonSchema(named);
    check.value("$", value, schema);
    return check.faults;
  }

  private void value(String at, @Nullable Object value, Map<?, ?> schema) {
    schema.keySet().stream()
        .filter(keyword -> !KEYWORDS.contains(keyword))
        .forEach(keyword -> faults.add(at + ": unknown keyword " + keyword));
    if (schema.get("$ref") instanceof String reference) {
      value(at, value, named.apply(reference));
    }
    if (schema.get("anyOf") instanceof List<?> choices) {
      anyOf(at, value, choices);
    }
    if (schema.get("type") instanceof String type && !isOf(type, value)) {
      faults.add(at + ": not of type " + type + ": " + value);
      return;
    }
    if (schema.get("enum") instanceof List<?> allowed && !allowed.contains(value)) {
      faults.add(at + ": none of " + allowed + ": " + value);
    }
    text(at, value, schema);
    if (schema.get("minimum") instanceof Long minimum
        && value instanceof Long number
        && number < minimum) {
      faults.add(at + ": less than " + minimum + ": " + number);
    }
    if (value instanceof List<?> list && schema.get("items") instanceof Map<?, ?> items) {
      for (int i = 0; i < list.size(); i++) {
        value(at + "[" + i + "]", list.get(i), items);
      }
    }
    if (value instanceof Map<?, ?> object && schema.containsKey("properties")) {
      object(at, object, schema);
    }
  }

  private static boolean isOf(String type, @Nullable Object value) {
    return switch (type) {
      case "string" -> value instanceof String;
      case "integer" -> value instanceof Long;
      case "boolean" -> value instanceof Boolean;
      case "array" -> value instanceof List<?>;
      case "object" -> value instanceof Map<?, ?>;
      case "null" -> value == null;
      default -> false;
    };
  }

  private void anyOf(String at, @Nullable Object value, List<?> choices) {
    List<String> all = new ArrayList<>();
    for (Object choice : choices) {
      List<String> found = faults(value, JsonTree.asObject(choice), named);
      if (found.isEmpty()) {
        return;
      }
      all.addAll(found);
    }
    faults.add(at + ": fits nothing of what is possible: " + all);
  }

  private void text(String at, @Nullable Object value, Map<?, ?> schema) {
    if (schema.get("pattern") instanceof String pattern
        && value instanceof String text
        && !Pattern.compile(pattern, Pattern.DOTALL).matcher(text).find()) {
      faults.add(at + ": does not match " + pattern + ": " + text);
    }
  }

  private void object(String at, Map<?, ?> object, Map<?, ?> schema) {
    Map<?, ?> properties = JsonTree.asObject(schema.get("properties"));
    for (Object name : JsonTree.asArray(schema.get("required"))) {
      if (!object.containsKey(name)) {
        faults.add(at + ": lacks " + name);
      }
    }
    for (Map.Entry<?, ?> member : object.entrySet()) {
      if (properties.get(member.getKey()) instanceof Map<?, ?> property) {
        value(at + "." + member.getKey(), member.getValue(), property);
      } else if (!Boolean.TRUE.equals(schema.get("additionalProperties"))) {
        faults.add(at + ": unknown field " + member.getKey());
      }
    }
  }
}
