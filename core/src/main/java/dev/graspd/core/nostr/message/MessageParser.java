package dev.graspd.core.nostr.message;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.EventReader;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.refusal.MalformedException;
import dev.graspd.core.nostr.refusal.MessageReason;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.nostr.text.Json;
import dev.graspd.core.nostr.text.Utf8;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Parses what a client sends. Never throws: bad input becomes a message that says whom to answer
 * and why. One object reads one message.
 */
public final class MessageParser {
  private static final int SHOWN_CHARACTERS_MAX = 64;

  private final JsonParser json;
  private final MessageLimits limits;
  private @Nullable String verb;
  private @Nullable String subscription;
  private @Nullable EventReader event;

  private MessageParser(JsonParser json, MessageLimits limits) {
    this.json = json;
    this.limits = limits;
  }

  public static ClientMessage parse(byte[] utf8, MessageLimits limits) {
    if (!Utf8.isValid(utf8)) {
      return new ClientMessage.Unreadable(MessageReason.NOT_UTF8.refusal());
    }
    try (JsonParser json = Json.open(utf8)) {
      return new MessageParser(json, limits).read();
    }
  }

  private ClientMessage read() {
    try {
      return message();
    } catch (MalformedException e) {
      return refused(e.refusal());
    } catch (JacksonException e) {
      return refused(MessageReason.MALFORMED_MESSAGE.refusal("not valid JSON"));
    }
  }

  private ClientMessage message() throws MalformedException {
    if (json.nextToken() != JsonToken.START_ARRAY) {
      throw unreadable("not a JSON array");
    }
    if (json.nextToken() != JsonToken.VALUE_STRING) {
      throw unreadable("the first element is not a verb");
    }
    String word = json.getString();
    verb = word;
    return switch (word) {
      case "EVENT" -> ended(new ClientMessage.Publish(event()));
      case "AUTH" -> ended(new ClientMessage.Auth(event()));
      case "REQ" -> new ClientMessage.Req(subscription(), filters());
      case "COUNT" -> new ClientMessage.Count(subscription(), filters());
      case "CLOSE" -> ended(new ClientMessage.Close(subscription()));
      case "NEG-OPEN" -> ended(new ClientMessage.NegOpen(subscription(), filter(), hexMessage()));
      case "NEG-MSG" -> ended(new ClientMessage.NegMsg(subscription(), hexMessage()));
      case "NEG-CLOSE" -> ended(new ClientMessage.NegClose(subscription()));
      default -> throw unreadable("unknown verb " + printable(word));
    };
  }

  /** Elements after the known ones are passed over; text after the array is not. */
  private ClientMessage ended(ClientMessage message) throws MalformedException {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      json.skipChildren();
    }
    nothingMore();
    return message;
  }

  private void nothingMore() throws MalformedException {
    if (json.nextToken() != null) {
      throw unreadable("text after the message");
    }
  }

  private Event event() throws MalformedException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw unreadable("the second element is not an event");
    }
    event = new EventReader(json, limits.tags());
    return event.read();
  }

  private SubscriptionId subscription() throws MalformedException {
    if (json.nextToken() != JsonToken.VALUE_STRING) {
      throw unreadable("the subscription id is not a string");
    }
    boolean tooLong = json.getStringLength() > 2 * SubscriptionId.CHARACTERS_MAX;
    String text = tooLong ? beginning() : json.getString();
    subscription = cut(text);
    if (tooLong || !SubscriptionId.isValid(text) || !Utf8.hasUtf8Form(text)) {
      throw badSubscription("the subscription id must have 1 to 64 characters");
    }
    return new SubscriptionId(text);
  }

  /** Returns enough of a long text to answer by it. */
  private String beginning() {
    return new String(
        json.getStringCharacters(), json.getStringOffset(), 2 * SubscriptionId.CHARACTERS_MAX);
  }

  private List<Filter> filters() throws MalformedException {
    List<Filter> filters = new ArrayList<>();
    JsonToken token;
    while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
      if (token != JsonToken.START_OBJECT) {
        throw badSubscription("a filter is not an object");
      }
      if (filters.size() == limits.filters()) {
        throw new MalformedException(
            QueryReason.TOO_MANY_FILTERS.refusal("the limit is " + limits.filters()));
      }
      filters.add(new FilterReader(json, limits).read());
    }
    if (filters.isEmpty()) {
      throw badSubscription("there is no filter");
    }
    nothingMore();
    return filters;
  }

  private Filter filter() throws MalformedException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw badSubscription("the filter is not an object");
    }
    return new FilterReader(json, limits).read();
  }

  private byte[] hexMessage() throws MalformedException {
    if (json.nextToken() != JsonToken.VALUE_STRING) {
      throw new MalformedException(
          QueryReason.NEG_MALFORMED.refusal("the message is not a string"));
    }
    try {
      return Hex.decode(json.getString());
    } catch (IllegalArgumentException e) {
      throw new MalformedException(QueryReason.NEG_MALFORMED.refusal("the message is not hex"));
    }
  }

  private ClientMessage refused(Refusal refusal) {
    EventId id = event == null ? null : event.id();
    if (id != null) {
      return new ClientMessage.BadEvent(id, refusal);
    }
    if (subscription == null || verb == null) {
      return new ClientMessage.Unreadable(refusal);
    }
    return switch (verb) {
      case "REQ", "COUNT" -> new ClientMessage.BadSubscription(subscription, refusal);
      case "NEG-OPEN", "NEG-MSG" -> new ClientMessage.BadNegentropy(subscription, refusal);
      default -> new ClientMessage.Unreadable(refusal);
    };
  }

  private static MalformedException unreadable(String detail) {
    return new MalformedException(MessageReason.MALFORMED_MESSAGE.refusal(detail));
  }

  private static MalformedException badSubscription(String detail) {
    return new MalformedException(QueryReason.MALFORMED_SUBSCRIPTION.refusal(detail));
  }

  /** Returns a well-formed text of at most 64 characters. */
  private static String cut(String text) {
    StringBuilder kept = new StringBuilder();
    text.codePoints()
        .limit(SubscriptionId.CHARACTERS_MAX)
        .map(point -> Character.getType(point) == Character.SURROGATE ? '?' : point)
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  /** Returns the text in quotes, as ASCII, not too long, for use in an answer. */
  static String printable(String text) {
    StringBuilder shown = new StringBuilder("'");
    for (int i = 0; i < Math.min(text.length(), SHOWN_CHARACTERS_MAX); i++) {
      char c = text.charAt(i);
      shown.append(c >= 0x20 && c < 0x7F ? c : '?');
    }
    return shown.append(text.length() > SHOWN_CHARACTERS_MAX ? "...'" : "'").toString();
  }
}
