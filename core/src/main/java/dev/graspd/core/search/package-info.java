/**
 * Full-text search (NIP-50): what a text is split into, what of an event is searched, and what a
 * search text asks for. The index and live events use the same rules.
 */
@NullMarked
package dev.graspd.core.search;

import org.jspecify.annotations.NullMarked;
