/**
 * Counters for operators. No label ever holds an address of a client or a key. All label sets are
 * fixed but one: the busiest relays that are synced with.
 */
@NullMarked
package dev.graspd.server.ops.metrics;

import org.jspecify.annotations.NullMarked;
