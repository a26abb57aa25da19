/** {@code bench move}: how long an old server must be stopped for a move to this one. */
@NullMarked
package dev.graspd.bench.move;

import org.jspecify.annotations.NullMarked;
