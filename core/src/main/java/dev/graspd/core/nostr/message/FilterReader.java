package dev.graspd.core.nostr.message;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.refusal.MalformedException;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.nostr.text.Utf8;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads one filter object (N01-6). Stops at the first fault. */
final class FilterReader {
  private final JsonParser json;
  private final MessageLimits limits;
  private final Filter.Builder filter = Filter.builder();
  private final Set<String> seen = new HashSet<>();
  private int values;

  FilterReader(JsonParser json, MessageLimits limits) {
    this.json = json;
    this.limits = limits;
  }

  /** Reads from the opening brace to the closing one. */
  Filter read() throws MalformedException {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      if (!seen.add(name)) {
        throw malformed(shown(name) + " appears twice");
      }
      field(name, json.nextToken());
    }
    return filter.build();
  }

  private void field(String name, JsonToken value) throws MalformedException {
    switch (name) {
      case "ids" -> filter.ids(list(name, value, token -> hexOr(token, EventId::parse)));
      case "authors" -> filter.authors(list(name, value, token -> hexOr(token, PublicKey::parse)));
      case "kinds" -> filter.kinds(list(name, value, this::kindOr));
      case "since" -> filter.since(number(name, value));
      case "until" -> filter.until(number(name, value));
      case "limit" -> filter.limit((int) Math.min(limit(value), Integer.MAX_VALUE));
      case "search" -> filter.search(text(name, value));
      default -> tag(name, value);
    }
  }

  private void tag(String name, JsonToken value) throws MalformedException {
    boolean isTag = name.length() == 2 && name.charAt(0) == '#' && Tag.isLetter(name.charAt(1));
    if (!isTag) {
      throw malformed("unknown field " + shown(name));
    }
    char letter = name.charAt(1);
    boolean hexOnly = letter == 'e' || letter == 'p';
    filter.tag(
        letter,
        list(name, value, token -> hexOnly ? hexOr(token, String::valueOf) : stringOr(token)));
  }

  private <T> List<T> list(String name, JsonToken start, Function<JsonToken, Item<T>> read)
      throws MalformedException {
    if (start != JsonToken.START_ARRAY) {
      throw malformed(name + " is not an array");
    }
    List<T> items = new ArrayList<>();
    JsonToken token;
    while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
      if (++values > limits.filterValues()) {
        throw new MalformedException(
            QueryReason.TOO_MANY_VALUES.refusal("the limit is " + limits.filterValues()));
      }
      checkLength(token);
      switch (read.apply(token)) {
        case Item.Good<T>(var item) -> items.add(item);
        case Item.Wrong<T>(var expected) -> throw malformed(name + " holds " + expected);
      }
    }
    return items;
  }

  /** Refuses a long text before a string is made of it. */
  private void checkLength(JsonToken token) throws MalformedException {
    if (token == JsonToken.VALUE_STRING && isLong()) {
      throw new MalformedException(
          QueryReason.VALUE_TOO_LONG.refusal(
              "the limit is " + limits.filterValueBytes() + " bytes"));
    }
  }

  private boolean isLong() {
    int max = limits.filterValueBytes();
    int characters = json.getStringLength();
    if (characters > max) {
      return true;
    }
    // A character takes at most three bytes, so that most values need not be counted.
    return characters > max / 3 && Utf8.length(json.getString()) > max;
  }

  /** One element of a list, or what is wrong with it. */
  private sealed interface Item<T> {
    record Good<T>(T item) implements Item<T> {}

    record Wrong<T>(String what) implements Item<T> {}
  }

  private <T> Item<T> hexOr(JsonToken token, Function<String, T> parse) {
    if (token != JsonToken.VALUE_STRING || !Hex.isLowerHex(json.getString(), 64)) {
      return new Item.Wrong<>("something that is not 64 lower-case hex digits");
    }
    return new Item.Good<>(parse.apply(json.getString()));
  }

  private Item<String> stringOr(JsonToken token) {
    if (token != JsonToken.VALUE_STRING || !Utf8.hasUtf8Form(json.getString())) {
      return new Item.Wrong<>("something that is not a string");
    }
    return new Item.Good<>(json.getString());
  }

  private Item<Integer> kindOr(JsonToken token) {
    boolean fits =
        token == JsonToken.VALUE_NUMBER_INT
            && json.getNumberType() == JsonParser.NumberType.INT
            && json.getIntValue() >= 0
            && json.getIntValue() <= Kinds.MAX;
    return fits
        ? new Item.Good<>(json.getIntValue())
        : new Item.Wrong<>("something that is not a kind (0..65535)");
  }

  private long limit(JsonToken token) throws MalformedException {
    long limit = number("limit", token);
    if (limit < 0) {
      throw malformed("limit is negative");
    }
    return limit;
  }

  private long number(String name, JsonToken token) throws MalformedException {
    if (token != JsonToken.VALUE_NUMBER_INT
        || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw malformed(name + " is not a whole number");
    }
    return json.getLongValue();
  }

  private String text(String name, JsonToken token) throws MalformedException {
    if (token != JsonToken.VALUE_STRING) {
      throw malformed(name + " is not a string");
    }
    checkLength(token);
    String text = json.getString();
    if (!Utf8.hasUtf8Form(text)) {
      throw malformed(name + " has an unpaired surrogate");
    }
    return text;
  }

  private static String shown(String name) {
    return MessageParser.printable(name);
  }

  private static MalformedException malformed(String detail) {
    return new MalformedException(QueryReason.MALFORMED_SUBSCRIPTION.refusal(detail));
  }
}
