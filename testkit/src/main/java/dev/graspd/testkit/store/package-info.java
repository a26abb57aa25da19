/**
 * One contract for every store, and the naive model of a store. Random traffic for both is in
 * {@code store.traffic}.
 */
@NullMarked
package dev.graspd.testkit.store;

import org.jspecify.annotations.NullMarked;
