/** What state machines share: time as an argument, and the two methods that every one has. */
@NullMarked
package dev.graspd.core.machine;

import org.jspecify.annotations.NullMarked;
