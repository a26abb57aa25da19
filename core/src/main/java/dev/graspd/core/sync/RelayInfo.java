package dev.graspd.core.sync;

import dev.graspd.core.nostr.text.Json;
import dev.graspd.core.nostr.text.Utf8;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The NIP-11 document of another relay, as far as it matters here. An impossible number counts as
 * absent.
 *
 * @param isPrivate whether it offers private repositories (GRASP-08): a public server does not
 *     connect to it
 */
public record RelayInfo(
    OptionalInt maxSubscriptions,
    OptionalInt maxLimit,
    OptionalInt maxMessageLength,
    boolean isPrivate) {
  /** For a relay without a document. */
  public static final RelayInfo UNKNOWN =
      new RelayInfo(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), false);

  public static final int SUBSCRIPTIONS_MAX = 10_000;
  public static final int LIMIT_MAX = 1_000_000;
  public static final int MESSAGE_BYTES_MIN = 1_024;
  public static final int MESSAGE_BYTES_MAX = 1 << 30;

  private static final String PRIVATE = "GRASP-08";

  /** Reads a document; an unreadable one counts as absent. */
  public static RelayInfo parse(byte[] utf8) {
    if (!Utf8.isValid(utf8)) {
      return UNKNOWN;
    }
    try (JsonParser json = Json.open(utf8)) {
      return new Reader(json).read();
    } catch (JacksonException e) {
      return UNKNOWN;
    }
  }

  /** Reads one document. */
  private static final class Reader {
    private final JsonParser json;
    private OptionalInt maxSubscriptions = OptionalInt.empty();
    private OptionalInt maxLimit = OptionalInt.empty();
    private OptionalInt maxMessageLength = OptionalInt.empty();
    private boolean isPrivate;

    Reader(JsonParser json) {
      this.json = json;
    }

    RelayInfo read() {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return UNKNOWN;
      }
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        switch (name) {
          case "limitation" -> limitation(value);
          case "supported_grasps" -> grasps(value);
          default -> json.skipChildren();
        }
      }
      return json.nextToken() == null
          ? new RelayInfo(maxSubscriptions, maxLimit, maxMessageLength, isPrivate)
          : UNKNOWN;
    }

    private void limitation(@Nullable JsonToken start) {
      if (start != JsonToken.START_OBJECT) {
        json.skipChildren();
        return;
      }
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        switch (name) {
          case "max_subscriptions" -> maxSubscriptions = number(value, 1, SUBSCRIPTIONS_MAX);
          case "max_limit" -> maxLimit = number(value, 1, LIMIT_MAX);
          case "max_message_length" ->
              maxMessageLength = number(value, MESSAGE_BYTES_MIN, MESSAGE_BYTES_MAX);
          default -> {}
        }
        json.skipChildren();
      }
    }

    private void grasps(@Nullable JsonToken start) {
      if (start != JsonToken.START_ARRAY) {
        json.skipChildren();
        return;
      }
      while (json.nextToken() != JsonToken.END_ARRAY) {
        isPrivate |=
            json.currentToken() == JsonToken.VALUE_STRING
                && json.getString().equalsIgnoreCase(PRIVATE);
        json.skipChildren();
      }
    }

    private OptionalInt number(@Nullable JsonToken token, int min, int max) {
      boolean isInt =
          token == JsonToken.VALUE_NUMBER_INT && json.getNumberType() == JsonParser.NumberType.INT;
      return isInt && json.getIntValue() >= min && json.getIntValue() <= max
          ? OptionalInt.of(json.getIntValue())
          : OptionalInt.empty();
    }
  }
}
