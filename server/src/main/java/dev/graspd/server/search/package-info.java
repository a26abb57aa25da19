/**
 * The index of words (NIP-50), on Lucene: derived from the store, which it follows through the log.
 * The only package that knows Lucene.
 */
@NullMarked
package dev.graspd.server.search;

import org.jspecify.annotations.NullMarked;
