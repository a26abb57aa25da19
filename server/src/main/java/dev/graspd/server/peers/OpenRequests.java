package dev.graspd.server.peers;

import dev.graspd.core.nostr.ClientMessage;
import dev.graspd.core.nostr.FromRelay;
import dev.graspd.core.nostr.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The requests that are open on one connection, so that it can end in order. */
final class OpenRequests {
  /** How each is closed, by its name. */
  private final SortedMap<String, ClientMessage> closing = new TreeMap<>();

  void sent(ClientMessage message) {
    switch (message) {
      case ClientMessage.Req(var id, _) -> closing.put(id.text(), new ClientMessage.Close(id));
      case ClientMessage.NegOpen(var id, _, _) ->
          closing.put(id.text(), new ClientMessage.NegClose(id));
      case ClientMessage.Close(var id) -> over(id);
      case ClientMessage.NegClose(var id) -> over(id);
      default -> {}
    }
  }

  void heard(FromRelay message) {
    switch (message) {
      case FromRelay.Closed(var id, _) -> over(id);
      case FromRelay.NegErr(var id, _) -> over(id);
      default -> {}
    }
  }

  private void over(SubscriptionId id) {
    closing.remove(id.text());
  }

  /** Returns the messages that close what is open. */
  List<ClientMessage> closing() {
    return new ArrayList<>(closing.values());
  }
}
