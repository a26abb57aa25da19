/**
 * The Nostr protocol as values: events, ids, filters, messages, and their text forms. Everything is
 * parsed here once; inside the server there are no unchecked strings.
 */
@NullMarked
package dev.graspd.core.nostr;

import org.jspecify.annotations.NullMarked;
