/** The lifetimes of held events and of pushes that wait for their event. */
@NullMarked
package dev.graspd.core.purgatory;

import org.jspecify.annotations.NullMarked;
