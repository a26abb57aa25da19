package dev.graspd.server.site.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** The form of a JSON value. Objects have the named fields and no others. */
sealed interface Schema {
  /**
   * A text.
   *
   * @param pattern that all of it matches
   */
  record Text(Optional<String> pattern) implements Schema {}

  /** An integer, not negative unless it is said. */
  record Whole(boolean isSigned) implements Schema {}

  record Flag() implements Schema {}

  /** One of some words. */
  record Words(List<String> words) implements Schema {}

  record ListOf(Schema items) implements Schema {}

  /** A schema that has a name. */
  record Named(String name) implements Schema {}

  record OrNull(Schema value) implements Schema {}

  /** An object with any fields. */
  record AnyObject() implements Schema {}

  /** A field of an object. */
  record Field(String name, Schema value, boolean isRequired) {}

  record Fields(List<Field> fields) implements Schema {
    public Fields {
      fields = List.copyOf(fields);
    }

    /** Returns the same with one more field, which is always there. */
    Fields with(String name, Schema value) {
      return with(new Field(name, value, true));
    }

    /** Returns the same with one more field, which may be left out. */
    Fields withOptional(String name, Schema value) {
      return with(new Field(name, value, false));
    }

    private Fields with(Field field) {
      List<Field> more = new ArrayList<>(fields);
      more.add(field);
      return new Fields(more);
    }
  }

  static Schema text() {
    return new Text(Optional.empty());
  }

  static Schema text(String pattern) {
    return new Text(Optional.of(pattern));
  }

  static Schema whole() {
    return new Whole(false);
  }

  static Schema signed() {
    return new Whole(true);
  }

  static Schema flag() {
    return new Flag();
  }

  static Schema words(String... words) {
    return new Words(List.of(words));
  }

  static Schema listOf(Schema items) {
    return new ListOf(items);
  }

  static Schema named(String name) {
    return new Named(name);
  }

  static Schema orNull(Schema value) {
    return new OrNull(value);
  }

  static Fields fields() {
    return new Fields(List.of());
  }

  /** Writes it as a JSON schema. */
  default void write(JsonGenerator out) {
    out.writeStartObject();
    switch (this) {
      case Text(var pattern) -> {
        out.writeStringProperty("type", "string");
        pattern.ifPresent(one -> out.writeStringProperty("pattern", "^" + one + "$"));
      }
      case Whole(var isSigned) -> {
        out.writeStringProperty("type", "integer");
        if (!isSigned) {
          out.writeNumberProperty("minimum", 0);
        }
      }
      case Flag() -> out.writeStringProperty("type", "boolean");
      case Words(var words) -> {
        out.writeStringProperty("type", "string");
        writeAll(out, "enum", words);
      }
      case ListOf(var items) -> {
        out.writeStringProperty("type", "array");
        out.writeName("items");
        items.write(out);
      }
      case Named(var name) -> out.writeStringProperty("$ref", "#/components/schemas/" + name);
      case OrNull(var value) -> writeOrNull(out, value);
      case AnyObject() -> out.writeStringProperty("type", "object");
      case Fields(var fields) -> writeFields(out, fields);
    }
    out.writeEndObject();
  }

  private static void writeAll(JsonGenerator out, String key, List<String> words) {
    out.writeArrayPropertyStart(key);
    words.forEach(out::writeString);
    out.writeEndArray();
  }

  private static void writeOrNull(JsonGenerator out, Schema value) {
    out.writeArrayPropertyStart("anyOf");
    value.write(out);
    out.writeStartObject();
    out.writeStringProperty("type", "null");
    out.writeEndObject();
    out.writeEndArray();
  }

  private static void writeFields(JsonGenerator out, List<Field> fields) {
    out.writeStringProperty("type", "object");
    out.writeObjectPropertyStart("properties");
    for (Field field : fields) {
      out.writeName(field.name);
      field.value.write(out);
    }
    out.writeEndObject();
    writeAll(out, "required", fields.stream().filter(Field::isRequired).map(Field::name).toList());
    out.writeBooleanProperty("additionalProperties", false);
  }
}
