/** Which git data a family misses, where it may be, and what fetched objects mean for it. */
@NullMarked
package dev.graspd.core.hunt.missing;

import org.jspecify.annotations.NullMarked;
