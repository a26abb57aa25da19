/**
 * Decides whether a push matches the signed state, and what to advise if it does not. It sees
 * commands and refs, no pack and no object. {@code server.family.push} asks it twice: before the
 * pack is read, and in the lane.
 */
@NullMarked
package dev.graspd.core.policy.push;

import org.jspecify.annotations.NullMarked;
