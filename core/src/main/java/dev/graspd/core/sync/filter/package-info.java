/**
 * Filters by layer: announcements, states, threads, and how they are packed into requests. When a
 * request is sent is for {@code sync.link}, which calls it; {@code sync.relays} names the items.
 */
@NullMarked
package dev.graspd.core.sync.filter;

import org.jspecify.annotations.NullMarked;
