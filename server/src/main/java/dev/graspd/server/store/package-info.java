/**
 * How stores are opened, copied and checked, whatever keeps them. Programs know only this and the
 * ports in {@code core.store}. {@code app} and {@code backup} call it; engines implement it.
 */
@NullMarked
package dev.graspd.server.store;

import org.jspecify.annotations.NullMarked;
