package dev.graspd.core.sync;

import dev.graspd.core.nostr.Event;

/** An event and the relay that sent it. */
public record SentEvent(Event event, RelayUrl from) {}
