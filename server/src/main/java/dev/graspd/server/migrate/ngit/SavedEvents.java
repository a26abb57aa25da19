package dev.graspd.server.migrate.ngit;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.text.Json;
import dev.graspd.core.nostr.text.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The events of a JSON file of ngit-grasp: {@code purgatory-state.json}, or one of {@code
 * pending-saves}. Both keep each of them in a field of that name, whatever is around it.
 *
 * @param events in the order of the file
 * @param placeholders pushes that came before their event
 * @param savedAt when the file was written, in seconds since 1970, if it says so
 * @param isDamaged whether the text ended early, or an event in it is malformed
 */
public record SavedEvents(
    List<Saved> events, int placeholders, OptionalLong savedAt, boolean isDamaged) {
  /**
   * One event.
   *
   * @param waitSeconds from the time of the file until it expires; empty if it does not wait
   */
  public record Saved(Event event, OptionalLong waitSeconds) {}

  private static final String EVENT = "event";
  private static final String SAVED_AT = "saved_at";
  private static final String SECONDS = "secs_since_epoch";
  private static final String WAIT = "expires_at_offset_secs";

  /** The events of a file without a time. */
  public SavedEvents(List<Saved> events, int placeholders, boolean isDamaged) {
    this(events, placeholders, OptionalLong.empty(), isDamaged);
  }

  public SavedEvents {
    events = List.copyOf(events);
  }

  /** Reads a file; what comes before damage counts. */
  public static SavedEvents parse(byte[] text) {
    List<Saved> events = new ArrayList<>();
    if (!Utf8.isValid(text)) {
      return new SavedEvents(events, 0, true);
    }
    int placeholders = 0;
    boolean isDamaged = false;
    OptionalLong savedAt = OptionalLong.empty();
    try (JsonParser json = Json.open(text)) {
      while (json.nextToken() != null) {
        if (json.currentToken() != JsonToken.PROPERTY_NAME) {
          continue;
        }
        switch (json.currentName()) {
          case EVENT -> {
            if (json.nextToken() == JsonToken.VALUE_NULL) {
              placeholders++;
            } else {
              isDamaged |= !add(text, json, events);
            }
          }
          case WAIT -> {
            if (json.nextToken() == JsonToken.VALUE_NUMBER_INT && !events.isEmpty()) {
              Saved last = events.removeLast();
              events.add(new Saved(last.event, OptionalLong.of(json.getLongValue())));
            }
          }
          case SAVED_AT -> savedAt = seconds(json);
          default -> {}
        }
      }
    } catch (JacksonException e) {
      isDamaged = true;
    }
    return new SavedEvents(events, placeholders, savedAt, isDamaged);
  }

  /** Reads a time, which is an object with its seconds first. */
  private static OptionalLong seconds(JsonParser json) {
    boolean isTime =
        json.nextToken() == JsonToken.START_OBJECT
            && json.nextToken() == JsonToken.PROPERTY_NAME
            && json.currentName().equals(SECONDS)
            && json.nextToken() == JsonToken.VALUE_NUMBER_INT;
    return isTime ? OptionalLong.of(json.getLongValue()) : OptionalLong.empty();
  }

  private static boolean add(byte[] text, JsonParser json, List<Saved> events) {
    int start = (int) json.currentTokenLocation().getByteOffset();
    json.skipChildren();
    int end = (int) json.currentLocation().getByteOffset();
    boolean isEvent =
        EventParser.parse(Arrays.copyOfRange(text, start, end), TagLimits.NONE)
                instanceof EventParser.Result.Parsed(var event)
            && events.add(new Saved(event, OptionalLong.empty()));
    return isEvent;
  }
}
