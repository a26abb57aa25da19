/** Event sync, simulated: our machines among relays that do everything that relays do wrong. */
@NullMarked
package dev.graspd.sim.sync;

import org.jspecify.annotations.NullMarked;
