/**
 * What the tests of all modules share: keys that sign, builders of events, the naive model of the
 * store and the contract that every store passes.
 */
@NullMarked
package dev.graspd.testkit;

import org.jspecify.annotations.NullMarked;
