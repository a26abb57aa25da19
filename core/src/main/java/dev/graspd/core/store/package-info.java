/**
 * The interfaces of the store, and the records of its log. Implementations live elsewhere and all
 * pass one contract test; the rules they share are in {@code store.rules}. Everything that reads or
 * writes the store uses only these.
 */
@NullMarked
package dev.graspd.core.store;

import org.jspecify.annotations.NullMarked;
