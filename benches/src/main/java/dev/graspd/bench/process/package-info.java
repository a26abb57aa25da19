/** The relays under load: our server as a process of its own, or any other by its address. */
@NullMarked
package dev.graspd.bench.process;

import org.jspecify.annotations.NullMarked;
