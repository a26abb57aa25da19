package dev.graspd.core.search;

import dev.graspd.core.nostr.text.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The name and the address of a person, from the JSON text of a kind 0. */
final class ProfileText {
  private ProfileText() {}

  /** Returns what was read before a fault, if there is one. */
  static List<String> of(String content) {
    List<String> names = new ArrayList<>();
    try (JsonParser json = Json.open(content.getBytes(StandardCharsets.UTF_8))) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        read(json, names);
      }
    } catch (JacksonException _) {
      return names;
    }
    return names;
  }

  private static void read(JsonParser json, List<String> names) {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      if (json.nextToken() != JsonToken.VALUE_STRING) {
        json.skipChildren();
      } else if (name.equals("name") || name.equals("nip05")) {
        names.add(json.getString());
      }
    }
  }
}
