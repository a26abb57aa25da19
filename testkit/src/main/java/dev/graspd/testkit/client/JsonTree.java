package dev.graspd.testkit.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON into lists, maps, strings, numbers and booleans. The suite has its own reader, so that
 * a fault in the server's cannot hide itself.
 */
public final class JsonTree {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonTree() {}

  /** Returns the value; text that is no JSON is an {@link AssertionError}. */
  public static @Nullable Object parse(String text) {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      Object value = value(json);
      if (json.nextToken() != null) {
        throw new AssertionError("text after the JSON value: " + text);
      }
      return value;
    } catch (JacksonException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  public static List<?> array(String text) {
    return asArray(parse(text));
  }

  public static Map<?, ?> object(String text) {
    return asObject(parse(text));
  }

  public static List<?> asArray(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new AssertionError("not a JSON array: " + value);
  }

  public static Map<?, ?> asObject(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new AssertionError("not a JSON object: " + value);
  }

  private static @Nullable Object value(JsonParser json) {
    return switch (json.currentToken()) {
      case START_ARRAY -> elements(json);
      case START_OBJECT -> members(json);
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new AssertionError("unexpected token " + json.currentToken());
    };
  }

  private static List<@Nullable Object> elements(JsonParser json) {
    List<@Nullable Object> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(json));
    }
    return elements;
  }

  private static Map<String, @Nullable Object> members(JsonParser json) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      if (members.containsKey(name)) {
        throw new AssertionError("the field " + name + " appears twice");
      }
      members.put(name, value(json));
    }
    return members;
  }
}
