/** What waits for its other half, and for how long. */
@NullMarked
package dev.graspd.core.purgatory;

import org.jspecify.annotations.NullMarked;
