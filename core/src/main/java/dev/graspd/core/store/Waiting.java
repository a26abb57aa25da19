package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;

/** An event that is held, and for how long. */
public record Waiting(Event event, Wait until) {}
