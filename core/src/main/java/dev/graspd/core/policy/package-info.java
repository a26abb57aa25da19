/** Decisions about events, as pure functions over values. They know no store and no socket. */
@NullMarked
package dev.graspd.core.policy;

import org.jspecify.annotations.NullMarked;
