/** The benches: programs that print figures as ratios to a floor of the same run. */
@NullMarked
package dev.graspd.bench;

import org.jspecify.annotations.NullMarked;
