package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.ops.data.KeyOrigin;
import dev.graspd.server.ops.data.ServerKey;

/**
 * The document at {@code /healthz}: whether the server works, and who it is (operations.md, O-12).
 * It names the kind of place that the key comes from, no path: strangers read it.
 */
public record HealthDocument(PublicKey key, KeyOrigin.Kind source) {
  public static HealthDocument of(ServerKey key) {
    return new HealthDocument(key.publicKey(), key.origin().kind());
  }

  /** Returns one line; the status is its first member. */
  String json(String status) {
    return "{\"status\":\"%s\",\"npub\":\"%s\",\"key_source\":\"%s\"}\n"
        .formatted(status, Bech32.npub(key), source.word());
  }
}
