/** How many bytes of disk strangers may take, whose keys cost nothing. */
@NullMarked
package dev.graspd.core.store.room;

import org.jspecify.annotations.NullMarked;
