/** The hunt for git data in a simulated world of git hosts. */
@NullMarked
package dev.graspd.sim.hunt;

import org.jspecify.annotations.NullMarked;
