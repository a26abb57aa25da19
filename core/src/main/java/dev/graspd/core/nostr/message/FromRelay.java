package dev.graspd.core.nostr.message;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;

/** A message from another relay. Bad input is a value too. */
public sealed interface FromRelay {
  record EventFor(SubscriptionId subscription, Event event) implements FromRelay {}

  /** End of stored events; {@code finish} (NIP-67): every stored match was sent. */
  record Eose(SubscriptionId subscription, boolean finish) implements FromRelay {}

  record Closed(SubscriptionId subscription, String message) implements FromRelay {}

  record Notice(String message) implements FromRelay {}

  record Auth(String challenge) implements FromRelay {}

  record Ok(EventId id, boolean accepted, String message) implements FromRelay {}

  record NegMsg(SubscriptionId subscription, byte[] message) implements FromRelay {}

  record NegErr(SubscriptionId subscription, String message) implements FromRelay {}

  /** A message that we did not ask for or do not understand. */
  record Unreadable(String why) implements FromRelay {}
}
