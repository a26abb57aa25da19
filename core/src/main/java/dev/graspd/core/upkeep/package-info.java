/** Decides when to repack which packs, and which owners pay for the bytes afterwards. */
@NullMarked
package dev.graspd.core.upkeep;

import org.jspecify.annotations.NullMarked;
