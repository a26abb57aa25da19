package dev.graspd.server.peers.link;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.sync.RelayUrl;
import java.time.InstantSource;
import java.util.List;

/**
 * Answers challenges of other relays (NIP-42) with the server's key. Thread-safe.
 *
 * @param key the server's own
 * @param signer signs an event of that key
 */
public record AuthSigner(PublicKey key, Signer signer, InstantSource clock) {
  /** Completes an event with a signature. */
  public interface Signer {
    Event sign(UnsignedEvent event);
  }

  Event answer(RelayUrl relay, String challenge) {
    return signer.sign(
        new UnsignedEvent(
            key,
            clock.instant().getEpochSecond(),
            Kinds.CLIENT_AUTH,
            List.of(Tag.of("relay", relay.text()), Tag.of("challenge", challenge)),
            ""));
  }
}
