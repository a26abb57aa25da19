/**
 * The ports of the store: what the rest of the server may ask of it. Implementations live elsewhere
 * and all pass one contract test.
 */
@NullMarked
package dev.graspd.core.store;

import org.jspecify.annotations.NullMarked;
