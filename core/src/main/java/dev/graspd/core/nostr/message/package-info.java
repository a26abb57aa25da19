/**
 * Messages between clients and relays, in both directions: parsers that never throw, and writers.
 */
@NullMarked
package dev.graspd.core.nostr.message;

import org.jspecify.annotations.NullMarked;
