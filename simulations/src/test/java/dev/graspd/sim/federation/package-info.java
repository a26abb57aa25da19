/** Servers that heal each other, simulated: both machines of each over models of all the rest. */
@NullMarked
package dev.graspd.sim.federation;

import org.jspecify.annotations.NullMarked;
