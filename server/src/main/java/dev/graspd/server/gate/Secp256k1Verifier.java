package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import fr.acinq.secp256k1.Secp256k1;

/** BIP-340 through libsecp256k1. */
public final class Secp256k1Verifier implements Verifier {
  private final Secp256k1 library = Secp256k1.get();

  @Override
  public boolean verify(Event event) {
    // The library throws if a key is not on the curve.
    try {
      return library.verifySchnorr(
          event.signature().bytes(), event.id().bytes(), event.author().bytes());
    } catch (RuntimeException e) {
      return false;
    }
  }
}
