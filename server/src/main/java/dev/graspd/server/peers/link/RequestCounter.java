package dev.graspd.server.peers.link;

import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The open requests of one connection, so that we can close them at its end. */
final class RequestCounter {
  /** The message that closes each request, by its name. */
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

  List<ClientMessage> closing() {
    return new ArrayList<>(closing.values());
  }
}
