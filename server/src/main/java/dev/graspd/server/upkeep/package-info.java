/**
 * When object stores are repacked: one thread that asks {@code core.upkeep} whether that pays off,
 * family by family. How packs are rewritten is in {@code family.packs}. {@code app.server} starts
 * it under the role UPKEEP.
 */
@NullMarked
package dev.graspd.server.upkeep;

import org.jspecify.annotations.NullMarked;
