/**
 * Random traffic for a store and for the naive model of it, which must answer the same after every
 * step. Tables of examples are contracts, one package above.
 */
@NullMarked
package dev.graspd.testkit.store.traffic;

import org.jspecify.annotations.NullMarked;
