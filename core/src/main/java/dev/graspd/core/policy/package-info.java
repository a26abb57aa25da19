/**
 * Decides which events are accepted and what follows from them, as pure functions. Pushes, limits
 * and the end of repositories have packages of their own. {@code server.family} and the gate ask it
 * and carry out the answer.
 */
@NullMarked
package dev.graspd.core.policy;

import org.jspecify.annotations.NullMarked;
