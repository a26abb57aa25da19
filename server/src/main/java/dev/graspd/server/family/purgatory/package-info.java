/**
 * Runs the purgatory machine and performs its actions: held events lapse, wait again or are
 * forgotten. Their index is in {@code family.held}. {@code hosting} starts it under the role
 * TIMERS.
 */
@NullMarked
package dev.graspd.server.family.purgatory;

import org.jspecify.annotations.NullMarked;
