/** {@code bench start}: what many repositories cost a server that does nothing. */
@NullMarked
package dev.graspd.bench.start;

import org.jspecify.annotations.NullMarked;
