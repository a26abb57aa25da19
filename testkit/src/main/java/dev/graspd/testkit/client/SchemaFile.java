package dev.graspd.testkit.client;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A JSON Schema in a file of its own, to check documents against it. */
public final class SchemaFile {
  private static final String DEFINITIONS = "$defs";
  private static final String DEFINITION = "#/$defs/";

  private final Map<String, Object> root = new TreeMap<>();
  private final Map<?, ?> definitions;

  private SchemaFile(Map<?, ?> document) {
    document.forEach((name, value) -> root.put((String) name, value));
    this.definitions = JsonTree.asObject(document.get(DEFINITIONS));
    root.keySet().removeAll(List.of("$schema", "title", DEFINITIONS));
  }

  /** Reads a schema with its definitions. */
  public static SchemaFile parse(String json) {
    return new SchemaFile(JsonTree.object(json));
  }

  /** Returns what is wrong with a document that should have this form. */
  public List<String> faults(String json) {
    return JsonSchema.faults(JsonTree.parse(json), root, this::named);
  }

  private Map<?, ?> named(String reference) {
    if (!reference.startsWith(DEFINITION)) {
      throw new AssertionError("not a definition of this file: " + reference);
    }
    return JsonTree.asObject(definitions.get(reference.substring(DEFINITION.length())));
  }
}
