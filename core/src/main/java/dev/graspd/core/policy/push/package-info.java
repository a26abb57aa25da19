/** Decides whether a push matches the signed state. */
@NullMarked
package dev.graspd.core.policy.push;

import org.jspecify.annotations.NullMarked;
