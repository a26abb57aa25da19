/**
 * Which git data a family misses, where it may be, and what fetched objects mean for it. The
 * package above decides when it is fetched. {@code server.family.hunt} asks it in the lane of the
 * family.
 */
@NullMarked
package dev.graspd.core.hunt.missing;

import org.jspecify.annotations.NullMarked;
