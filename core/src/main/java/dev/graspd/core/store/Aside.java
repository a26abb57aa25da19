package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;

/**
 * An event that is set aside for a repository that is hosted no more.
 *
 * @param waited whether it was held, and not served, before
 */
public record Aside(Event event, boolean waited) {}
