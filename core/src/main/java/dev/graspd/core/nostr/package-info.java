/**
 * Events of Nostr as values: ids, keys, tags, filters, and their canonical text. Messages between
 * clients and relays are in {@code core.nostr.message}, refusals in {@code core.nostr.refusal}.
 * Every other package uses it; what an event means for a repository is in {@code core.repo}.
 */
@NullMarked
package dev.graspd.core.nostr;

import org.jspecify.annotations.NullMarked;
