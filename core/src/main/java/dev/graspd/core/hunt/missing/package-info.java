/**
 * Which git data a family misses, where it may be, and what fetched objects mean for it. When it is
 * fetched is decided one package above. {@code server.family.hunt} asks it in the lane of the
 * family.
 */
@NullMarked
package dev.graspd.core.hunt.missing;

import org.jspecify.annotations.NullMarked;
