/** The relays under load: our server in its own process, or any other by its address. */
@NullMarked
package dev.graspd.bench.process;

import org.jspecify.annotations.NullMarked;
