package dev.graspd.core.sync.link;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import java.util.ArrayList;
import java.util.List;

/** Collects the actions of a connection's machine, and gives names to requests. */
final class Wire {
  private List<LinkAction> actions = new ArrayList<>();
  private long names;

  /** Returns a name that is new on this connection. */
  SubscriptionId name() {
    return new SubscriptionId("g" + ++names);
  }

  /** Returns whether this connection used the name, for an open or a closed request. */
  boolean wasGiven(SubscriptionId id) {
    String text = id.text();
    return text.matches("g[1-9][0-9]{0,17}") && Long.parseLong(text.substring(1)) <= names;
  }

  void add(LinkAction action) {
    actions.add(action);
  }

  void report(LinkReport report) {
    actions.add(new LinkAction.Report(report));
  }

  void send(ClientMessage message) {
    actions.add(new LinkAction.Send(message));
  }

  void req(SubscriptionId id, List<Filter> filters) {
    send(new ClientMessage.Req(id, filters));
  }

  void close(SubscriptionId id) {
    send(new ClientMessage.Close(id));
  }

  List<LinkAction> take() {
    List<LinkAction> taken = actions;
    actions = new ArrayList<>();
    return taken;
  }
}
