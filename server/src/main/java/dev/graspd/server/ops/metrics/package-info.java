/**
 * Counters for operators, read from the parts that count. No label ever holds an address of a
 * client or a key. All label sets are fixed but one: the busiest relays that are synced with.
 * {@code app.server} registers them, {@code ops.pages} prints them.
 */
@NullMarked
package dev.graspd.server.ops.metrics;

import org.jspecify.annotations.NullMarked;
