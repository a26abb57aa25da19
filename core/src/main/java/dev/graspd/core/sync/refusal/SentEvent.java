package dev.graspd.core.sync.refusal;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.sync.RelayUrl;

/** An event and the relay that sent it. */
public record SentEvent(Event event, RelayUrl from) {}
