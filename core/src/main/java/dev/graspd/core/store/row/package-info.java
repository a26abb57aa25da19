/**
 * The rows of the store, as types: what an engine reads and writes within one transaction. An
 * engine implements {@link dev.graspd.core.store.row.Rows} and decides nothing; the rules are in
 * {@code core.store.rules}, which call it.
 */
@NullMarked
package dev.graspd.core.store.row;

import org.jspecify.annotations.NullMarked;
