/**
 * Counters for operators. No label ever holds an address or a key, and all label sets are fixed.
 */
@NullMarked
package dev.graspd.server.ops.metrics;

import org.jspecify.annotations.NullMarked;
