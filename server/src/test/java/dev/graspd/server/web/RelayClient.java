package dev.graspd.server.web;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.testkit.RawWebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/** A well-behaved Nostr client for tests: speaks in messages, not in frames. */
public final class RelayClient implements AutoCloseable {
  private static final JsonFactory JSON = new JsonFactory();

  private final RawWebSocket socket;
  private final String challenge;

  /** Takes the AUTH challenge that comes first. */
  public RelayClient(RawWebSocket socket) {
    this.socket = socket;
    List<Object> first = next();
    if (!first.getFirst().equals("AUTH")) {
      throw new AssertionError("expected a challenge, got " + first);
    }
    challenge = (String) first.get(1);
  }

  public RawWebSocket socket() {
    return socket;
  }

  public String challenge() {
    return challenge;
  }

  public void send(String message) {
    socket.sendText(message);
  }

  /** Returns the next message, as lists, maps, strings, longs and booleans. */
  public List<Object> next() {
    return parse(socket.receiveText());
  }

  /** Sends, and returns the next message. */
  public List<Object> ask(String message) {
    send(message);
    return next();
  }

  /** Publishes, and returns the OK. */
  public List<Object> publish(Event event) {
    return ask(eventMessage(event));
  }

  public static String eventMessage(Event event) {
    return "[\"EVENT\"," + text(event) + "]";
  }

  public static String text(Event event) {
    return new String(event.json(), StandardCharsets.UTF_8);
  }

  /** Asks, and returns the ids of the stored events; the last element is the EOSE or CLOSED. */
  public List<Object> request(String subscription, String... filters) {
    send("[\"REQ\",\"" + subscription + "\"," + String.join(",", filters) + "]");
    return untilEnd(subscription);
  }

  /** Reads events of this subscription until its EOSE or CLOSED, which is the last element. */
  public List<Object> untilEnd(String subscription) {
    List<Object> found = new ArrayList<>();
    while (true) {
      List<Object> message = next();
      if (!message.get(1).equals(subscription)) {
        throw new AssertionError("unexpected message " + message);
      }
      if (!message.getFirst().equals("EVENT")) {
        found.add(message);
        return found;
      }
      found.add(idOf(message));
    }
  }

  /** Reads the next message, which must be an event for this subscription; returns its id. */
  public String nextEvent(String subscription) {
    List<Object> message = next();
    if (!message.getFirst().equals("EVENT") || !message.get(1).equals(subscription)) {
      throw new AssertionError("expected an event for " + subscription + ", got " + message);
    }
    return idOf(message);
  }

  /** Returns the id in an EVENT message. */
  public static String idOf(List<Object> message) {
    return (String) ((Map<?, ?>) message.get(2)).get("id");
  }

  public static List<String> hex(List<Event> events) {
    return events.stream().map(event -> event.id().hex()).collect(Collectors.toList());
  }

  public static String hex(byte... bytes) {
    return Hex.encode(bytes);
  }

  @Override
  public void close() {
    socket.close();
  }

  static List<Object> parse(String text) {
    try (JsonParser json = JSON.createParser(tools.jackson.core.ObjectReadContext.empty(), text)) {
      json.nextToken();
      @SuppressWarnings("unchecked")
      List<Object> array = (List<Object>) value(json);
      return array;
    }
  }

  private static Object value(JsonParser json) {
    return switch (json.currentToken()) {
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(json));
        }
        yield list;
      }
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
          String name = json.currentName();
          json.nextToken();
          map.put(name, value(json));
        }
        yield map;
      }
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw new AssertionError("unexpected " + json.currentToken());
    };
  }
}
