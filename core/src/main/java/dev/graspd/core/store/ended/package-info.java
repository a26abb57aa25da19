/**
 * The ended repositories: what is kept of them until they are erased, and the events that left with
 * them.
 */
@NullMarked
package dev.graspd.core.store.ended;

import org.jspecify.annotations.NullMarked;
