package dev.graspd.core.nostr.message;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.refusal.Refusal;
import java.util.List;

/** A message from a client. Bad input is a value too: it says how to answer it and why. */
public sealed interface ClientMessage {
  record Publish(Event event) implements ClientMessage {}

  record Auth(Event event) implements ClientMessage {}

  record Req(SubscriptionId id, List<Filter> filters) implements ClientMessage {
    public Req {
      filters = List.copyOf(filters);
    }
  }

  record Count(SubscriptionId id, List<Filter> filters) implements ClientMessage {
    public Count {
      filters = List.copyOf(filters);
    }
  }

  record Close(SubscriptionId id) implements ClientMessage {}

  record NegOpen(SubscriptionId id, Filter filter, byte[] message) implements ClientMessage {}

  record NegMsg(SubscriptionId id, byte[] message) implements ClientMessage {}

  record NegClose(SubscriptionId id) implements ClientMessage {}

  /** An EVENT or AUTH that cannot be taken; answered by OK false. */
  record BadEvent(EventId id, Refusal refusal) implements ClientMessage {}

  /** A REQ or COUNT that cannot be taken; answered by CLOSED. The id is as sent, cut if long. */
  record BadSubscription(String id, Refusal refusal) implements ClientMessage {}

  /** A NEG-OPEN or NEG-MSG that cannot be taken; answered by NEG-ERR. */
  record BadNegentropy(String id, Refusal refusal) implements ClientMessage {}

  /** Nothing that an answer could name; answered by NOTICE. */
  record Unreadable(Refusal refusal) implements ClientMessage {}
}
