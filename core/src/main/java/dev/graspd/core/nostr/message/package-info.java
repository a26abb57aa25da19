/**
 * Messages between clients and relays, in both directions: parsers that never throw, and writers.
 * The state of a conversation belongs to {@code server.relay} for our clients and to {@code
 * core.sync.link} for other relays, which call it.
 */
@NullMarked
package dev.graspd.core.nostr.message;

import org.jspecify.annotations.NullMarked;
