/** The upkeep of object stores: one thread that repacks families when that pays off. */
@NullMarked
package dev.graspd.server.upkeep;

import org.jspecify.annotations.NullMarked;
