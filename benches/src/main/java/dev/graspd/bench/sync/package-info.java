/** {@code bench sync}: servers that fetch missing events from each other. */
@NullMarked
package dev.graspd.bench.sync;

import org.jspecify.annotations.NullMarked;
