package dev.graspd.core.nostr.message;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.EventReader;
import dev.graspd.core.nostr.refusal.MalformedException;
import dev.graspd.core.nostr.refusal.MessageReason;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.nostr.text.Json;
import dev.graspd.core.nostr.text.Utf8;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Parses what another relay sends. Never throws: a message that we cannot use becomes {@link
 * FromRelay.Unreadable}. One object reads one message.
 *
 * <p>Texts for people are cut and made printable here, once, so that they can go to a log or a page
 * as they are. A challenge is signed and sent back, so it is taken as it is or not at all.
 */
public final class FromRelayParser {
  /** Most characters that are kept of a text for people. */
  public static final int TEXT_CHARACTERS_MAX = 1_000;

  /** Most characters of a challenge; NIP-42 names no limit, relays send fewer than a hundred. */
  public static final int CHALLENGE_CHARACTERS_MAX = 1_000;

  private final JsonParser json;
  private final MessageLimits limits;

  private FromRelayParser(JsonParser json, MessageLimits limits) {
    this.json = json;
    this.limits = limits;
  }

  public static FromRelay parse(byte[] utf8, MessageLimits limits) {
    if (!Utf8.isValid(utf8)) {
      return new FromRelay.Unreadable("not UTF-8");
    }
    try (JsonParser json = Json.open(utf8)) {
      return new FromRelayParser(json, limits).message();
    } catch (MalformedException e) {
      return new FromRelay.Unreadable(e.refusal().text());
    } catch (JacksonException e) {
      return new FromRelay.Unreadable("not valid JSON");
    }
  }

  private FromRelay message() throws MalformedException {
    if (json.nextToken() != JsonToken.START_ARRAY) {
      throw unreadable("not a JSON array");
    }
    String verb = string("the verb");
    FromRelay message =
        switch (verb) {
          case "EVENT" -> new FromRelay.EventFor(subscription(), event());
          case "EOSE" -> new FromRelay.Eose(subscription(), hasFinish());
          case "CLOSED" -> new FromRelay.Closed(subscription(), textIfAny());
          case "NOTICE" -> new FromRelay.Notice(shown(string("the text")));
          case "AUTH" -> new FromRelay.Auth(challenge());
          case "OK" -> new FromRelay.Ok(eventId(), yesOrNo(), textIfAny());
          case "NEG-MSG" -> new FromRelay.NegMsg(subscription(), hexMessage());
          case "NEG-ERR" -> new FromRelay.NegErr(subscription(), textIfAny());
          default -> throw unreadable("unknown verb " + MessageParser.printable(verb));
        };
    ended();
    return message;
  }

  /** Elements after the known ones are passed over; text after the array is not. */
  private void ended() throws MalformedException {
    while (!json.streamReadContext().inRoot()) {
      json.nextToken();
    }
    if (json.nextToken() != null) {
      throw unreadable("text after the message");
    }
  }

  private SubscriptionId subscription() throws MalformedException {
    String text = string("the subscription id");
    if (!SubscriptionId.isValid(text) || !Utf8.hasUtf8Form(text)) {
      throw unreadable("the subscription id has not 1 to 64 characters");
    }
    return new SubscriptionId(text);
  }

  private Event event() throws MalformedException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw unreadable("the third element is not an event");
    }
    return new EventReader(json, limits.tags()).read();
  }

  /** Reads the hints of NIP-67, if there are any; those that we do not know mean nothing. */
  private boolean hasFinish() {
    if (json.nextToken() != JsonToken.START_ARRAY) {
      return false;
    }
    boolean finish = false;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      finish |= json.currentToken() == JsonToken.VALUE_STRING && json.getString().equals("finish");
      json.skipChildren();
    }
    return finish;
  }

  private EventId eventId() throws MalformedException {
    String text = string("the event id");
    if (!Hex.isLowerHex(text, 64)) {
      throw unreadable("the event id is not 64 lower-case hex digits");
    }
    return EventId.parse(text);
  }

  private boolean yesOrNo() throws MalformedException {
    return switch (json.nextToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw unreadable("the third element is neither true nor false");
    };
  }

  private String challenge() throws MalformedException {
    String text = string("the challenge");
    boolean usable =
        !text.isEmpty() && text.length() <= CHALLENGE_CHARACTERS_MAX && Utf8.hasUtf8Form(text);
    if (!usable) {
      throw unreadable("the challenge has not 1 to " + CHALLENGE_CHARACTERS_MAX + " characters");
    }
    return text;
  }

  private byte[] hexMessage() throws MalformedException {
    try {
      return Hex.decode(string("the message"));
    } catch (IllegalArgumentException e) {
      throw unreadable("the message is not hex");
    }
  }

  /** Some relays leave the text out when they have nothing to say. */
  private String textIfAny() {
    return json.nextToken() == JsonToken.VALUE_STRING ? shown(json.getString()) : "";
  }

  private String string(String what) throws MalformedException {
    if (json.nextToken() != JsonToken.VALUE_STRING) {
      throw unreadable(what + " is not a string");
    }
    return json.getString();
  }

  /**
   * Returns at most {@link #TEXT_CHARACTERS_MAX} characters of the text, a question mark for each
   * that could change how its surroundings are read: controls, line ends, marks of direction, half
   * surrogate pairs.
   */
  private static String shown(String text) {
    StringBuilder kept = new StringBuilder(Math.min(text.length(), TEXT_CHARACTERS_MAX));
    text.codePoints()
        .limit(TEXT_CHARACTERS_MAX)
        .map(point -> isPrintable(point) ? point : '?')
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static MalformedException unreadable(String why) {
    return new MalformedException(MessageReason.MALFORMED_MESSAGE.saying(why));
  }
}
