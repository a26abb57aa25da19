/**
 * Decides on events of hosted repositories and events that depend on them, in the lane of the
 * family. The gate calls it through {@code Reception}. Deletions are in {@code family.ended}.
 */
@NullMarked
package dev.graspd.server.family.event;

import org.jspecify.annotations.NullMarked;
