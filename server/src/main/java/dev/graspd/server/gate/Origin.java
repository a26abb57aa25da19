package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.charge.Payer;
import java.util.SortedSet;

/** Who brought an event. */
public sealed interface Origin {
  /**
   * A client's connection.
   *
   * @param authenticated the keys it has authenticated as (NIP-42)
   * @param payer whom what it brings is counted for
   */
  record Client(SortedSet<PublicKey> authenticated, Payer payer) implements Origin {}

  /** Another server, while syncing: exempt from rates, and trusted in nothing. */
  record Peer(String url) implements Origin {}
}
