/**
 * One contract for every store, the naive model of a store, and the differential test that drives
 * both.
 */
@NullMarked
package dev.graspd.testkit.store;

import org.jspecify.annotations.NullMarked;
