package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import java.util.Optional;
import java.util.SortedSet;

/** Who brought an event. */
public sealed interface Origin {
  /**
   * A client's connection.
   *
   * @param authenticated the keys it has authenticated as (NIP-42)
   * @param address what limits count for; empty for the operator's own, which has none
   */
  record Client(SortedSet<PublicKey> authenticated, Optional<String> address) implements Origin {}

  /** Another server, while syncing: exempt from rates, and trusted in nothing. */
  record Peer(String url) implements Origin {}
}
