/** The load: events made from a seed, ready-made frames, and a lean WebSocket client. */
@NullMarked
package dev.graspd.bench.load;

import org.jspecify.annotations.NullMarked;
