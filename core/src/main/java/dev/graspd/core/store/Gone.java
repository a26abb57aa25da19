package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import java.util.Optional;

/**
 * Why an id never comes back.
 *
 * @param by the request of its author that says so; empty if it was barred here
 */
public record Gone(Removal why, Optional<EventId> by) {}
