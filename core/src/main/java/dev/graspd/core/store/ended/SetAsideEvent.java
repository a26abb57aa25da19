package dev.graspd.core.store.ended;

import dev.graspd.core.nostr.Event;

/**
 * An event that is set aside for an ended repository.
 *
 * @param waited whether it was held, and not served, before
 */
public record SetAsideEvent(Event event, boolean waited) {}
