package dev.graspd.testkit.client;

import static java.util.Objects.requireNonNull;

import dev.graspd.core.nostr.EventId;
import java.util.List;
import java.util.Map;

/** What a relay said. The shape of every message is checked when it is read. */
public sealed interface Answer {
  record EventFor(String subscription, Map<?, ?> event) implements Answer {
    public EventId id() {
      return EventId.parse((String) requireNonNull(event.get("id"), "id"));
    }
  }

  record Ok(String id, boolean accepted, String message) implements Answer {}

  record Eose(String subscription, boolean finish) implements Answer {}

  record Closed(String subscription, String message) implements Answer {}

  record Notice(String message) implements Answer {}

  record Challenge(String challenge) implements Answer {}

  record Count(String subscription, long count) implements Answer {}

  record NegMsg(String subscription, String hex) implements Answer {}

  record NegErr(String subscription, String message) implements Answer {}

  static Answer parse(String text) {
    List<?> message = JsonTree.array(text);
    try {
      return read(message);
    } catch (ClassCastException | IndexOutOfBoundsException e) {
      throw new AssertionError("a relay must not send " + text, e);
    }
  }

  private static Answer read(List<?> message) {
    return switch ((String) message.get(0)) {
      case "EVENT" -> new EventFor(text(message, 3, 1), JsonTree.asObject(message.get(2)));
      case "OK" -> new Ok(text(message, 4, 1), (Boolean) message.get(2), text(message, 4, 3));
      case "EOSE" -> eose(message);
      case "CLOSED" -> new Closed(text(message, 3, 1), text(message, 3, 2));
      case "NOTICE" -> new Notice(text(message, 2, 1));
      case "AUTH" -> new Challenge(text(message, 2, 1));
      case "COUNT" -> new Count(text(message, 3, 1), count(message));
      case "NEG-MSG" -> new NegMsg(text(message, 3, 1), text(message, 3, 2));
      case "NEG-ERR" -> new NegErr(text(message, 3, 1), text(message, 3, 2));
      default -> throw new AssertionError("unknown verb in " + message);
    };
  }

  private static Eose eose(List<?> message) {
    if (message.size() == 2) {
      return new Eose(text(message, 2, 1), false);
    }
    if (!List.of("finish").equals(message.get(2))) {
      throw new AssertionError("NIP-67 knows only finish: " + message);
    }
    return new Eose(text(message, 3, 1), true);
  }

  private static long count(List<?> message) {
    return (Long) requireNonNull(JsonTree.asObject(message.get(2)).get("count"), "count");
  }

  private static String text(List<?> message, int size, int index) {
    if (message.size() != size) {
      throw new AssertionError("must have " + size + " elements: " + message);
    }
    return (String) message.get(index);
  }
}
