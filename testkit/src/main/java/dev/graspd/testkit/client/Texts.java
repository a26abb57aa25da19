package dev.graspd.testkit.client;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.Signer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Short ways to write messages. */
public final class Texts {
  private Texts() {}

  /**
   * Returns JSON from a pattern with single quotes in place of double ones; {@code %s} takes a key
   * or an event (its hex), or any other value.
   */
  public static String json(String pattern, Object... values) {
    Object[] shown = Arrays.stream(values).map(Texts::shown).toArray();
    return String.format(pattern.replace('\'', '"'), shown);
  }

  /** Returns the filter of all events of a key. */
  public static String by(Signer author) {
    return json("{'authors':['%s']}", author);
  }

  /** Returns the filter of these events. */
  public static String only(Event... events) {
    StringBuilder ids = new StringBuilder();
    for (Event event : events) {
      ids.append(ids.isEmpty() ? "" : ",").append('"').append(event.id().hex()).append('"');
    }
    return "{\"ids\":[" + ids + "]}";
  }

  /** Returns a refusal without the address of the page about it. */
  public static String withoutPage(String refusal) {
    int page = refusal.indexOf("; see ");
    return page < 0 ? refusal : refusal.substring(0, page);
  }

  public static String jsonOf(Event event) {
    return new String(event.json(), StandardCharsets.UTF_8);
  }

  private static Object shown(Object value) {
    return switch (value) {
      case Signer signer -> signer.publicKey().hex();
      case Event event -> event.id().hex();
      case EventId id -> id.hex();
      default -> value;
    };
  }
}
