/** {@code bench footprint}: the memory of a server from its start through a long mixed load. */
@NullMarked
package dev.graspd.bench.footprint;

import org.jspecify.annotations.NullMarked;
