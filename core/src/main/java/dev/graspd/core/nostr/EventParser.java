package dev.graspd.core.nostr;

import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.MalformedException;
import dev.graspd.core.nostr.refusal.MessageReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.text.Json;
import dev.graspd.core.nostr.text.Utf8;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Parses an event that stands alone. */
public final class EventParser {
  private EventParser() {}

  /** What a text turned out to be. */
  public sealed interface Result {
    record Parsed(Event event) implements Result {}

    record Bad(Refusal refusal) implements Result {}
  }

  /** Parses UTF-8 JSON; id and signature are not verified. */
  public static Result parse(byte[] utf8, TagLimits limits) {
    if (!Utf8.isValid(utf8)) {
      return new Result.Bad(MessageReason.NOT_UTF8.refusal());
    }
    try (JsonParser json = Json.open(utf8)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return new Result.Bad(EventReason.MALFORMED_EVENT.refusal("not an object"));
      }
      Event event = new EventReader(json, limits).read();
      return json.nextToken() == null
          ? new Result.Parsed(event)
          : new Result.Bad(EventReason.MALFORMED_EVENT.refusal("text after the event"));
    } catch (MalformedException e) {
      return new Result.Bad(e.refusal());
    } catch (JacksonException e) {
      return new Result.Bad(EventReason.MALFORMED_EVENT.refusal("not valid JSON"));
    }
  }

  /**
   * Reads an event that this server has written.
   *
   * @throws IllegalStateException if the text is damaged
   */
  public static Event parseStored(byte[] utf8) {
    return switch (parse(utf8, TagLimits.NONE)) {
      case Result.Parsed(var event) -> event;
      case Result.Bad(var refusal) ->
          throw new IllegalStateException("stored event is damaged: " + refusal.message());
    };
  }
}
