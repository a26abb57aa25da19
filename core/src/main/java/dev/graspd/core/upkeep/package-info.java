/**
 * Decides when to repack which packs, and which owners pay for the bytes afterwards. It sees sizes
 * and ages of packs, no file. {@code server.upkeep} asks when, {@code server.family.packs} does it.
 */
@NullMarked
package dev.graspd.core.upkeep;

import org.jspecify.annotations.NullMarked;
