package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import java.util.SortedSet;

/** Who brought an event. */
public sealed interface Origin {
  /** A client's connection, with the keys it has authenticated as (NIP-42). */
  record Client(SortedSet<PublicKey> authenticated) implements Origin {}

  /** Another server, while syncing: exempt from rates, and trusted in nothing. */
  record Peer(String url) implements Origin {}
}
