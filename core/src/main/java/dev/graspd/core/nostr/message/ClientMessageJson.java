package dev.graspd.core.nostr.message;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.FilterJson;
import dev.graspd.core.nostr.Utf8Buffer;
import dev.graspd.core.nostr.text.Hex;
import java.util.List;

/** Writes client messages, for when we are the client of another relay. */
public final class ClientMessageJson {
  private ClientMessageJson() {}

  /**
   * Returns the JSON text in UTF-8.
   *
   * @throws IllegalArgumentException if it describes bad input instead of a message
   */
  public static byte[] write(ClientMessage message) {
    return switch (message) {
      case ClientMessage.Publish(var event) -> event("EVENT", event);
      case ClientMessage.Auth(var event) -> event("AUTH", event);
      case ClientMessage.Req(var id, var filters) -> query("REQ", id, filters);
      case ClientMessage.Count(var id, var filters) -> query("COUNT", id, filters);
      case ClientMessage.Close(var id) -> head("CLOSE", id).ascii("]").toArray();
      case ClientMessage.NegOpen(var id, var filter, var first) -> negOpen(id, filter, first);
      case ClientMessage.NegMsg(var id, var next) ->
          head("NEG-MSG", id).ascii(",\"").ascii(Hex.encode(next)).ascii("\"]").toArray();
      case ClientMessage.NegClose(var id) -> head("NEG-CLOSE", id).ascii("]").toArray();
      case ClientMessage.BadEvent _,
          ClientMessage.BadSubscription _,
          ClientMessage.BadNegentropy _,
          ClientMessage.Unreadable _ ->
          throw new IllegalArgumentException("nothing that can be sent: " + message);
    };
  }

  private static byte[] event(String verb, Event event) {
    return new Utf8Buffer(event.json().length + 16)
        .ascii("[\"")
        .ascii(verb)
        .ascii("\",")
        .raw(event.json())
        .ascii("]")
        .toArray();
  }

  private static byte[] query(String verb, SubscriptionId id, List<Filter> filters) {
    Utf8Buffer out = head(verb, id);
    for (Filter filter : filters) {
      out.ascii(",");
      FilterJson.append(out, filter);
    }
    return out.ascii("]").toArray();
  }

  private static byte[] negOpen(SubscriptionId id, Filter filter, byte[] first) {
    Utf8Buffer out = head("NEG-OPEN", id).ascii(",");
    FilterJson.append(out, filter);
    return out.ascii(",\"").ascii(Hex.encode(first)).ascii("\"]").toArray();
  }

  private static Utf8Buffer head(String verb, SubscriptionId id) {
    return new Utf8Buffer(256).ascii("[\"").ascii(verb).ascii("\",").string(id.text());
  }
}
