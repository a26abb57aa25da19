/**
 * A simulator of state machines: virtual time, seeded chance, restarts. The same seed always gives
 * the same run.
 */
@NullMarked
package dev.graspd.sim;

import org.jspecify.annotations.NullMarked;
