/**
 * The ended repositories: what is kept of them until they are erased, and the events that left with
 * them. Which events leave is decided in {@code core.policy.end}. {@code server.family.ended} and
 * the operator's commands use it.
 */
@NullMarked
package dev.graspd.core.store.ended;

import org.jspecify.annotations.NullMarked;
