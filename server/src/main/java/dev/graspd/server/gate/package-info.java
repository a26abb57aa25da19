/**
 * The one door in: every event passes verification, decision and one transaction here, and nowhere
 * else.
 */
@NullMarked
package dev.graspd.server.gate;

import org.jspecify.annotations.NullMarked;
