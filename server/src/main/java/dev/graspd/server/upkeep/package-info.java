/** The upkeep of object stores in force: one thread that writes packs anew when that pays. */
@NullMarked
package dev.graspd.server.upkeep;

import org.jspecify.annotations.NullMarked;
