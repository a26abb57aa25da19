package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;

/** Checks BIP-340 signatures. Thread-safe; takes about 50 microseconds of CPU a call. */
public interface Verifier {
  boolean verify(Event event);
}
