/** Says which calls may wait for a disk or a network, so that event loops do not make them. */
@NullMarked
package dev.graspd.core.store.blocking;

import org.jspecify.annotations.NullMarked;
