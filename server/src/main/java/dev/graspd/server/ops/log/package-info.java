/**
 * Log lines: one per record, safe to read in a terminal, limited in size and number. What is
 * logged, and at which level, is for those who log. {@code app.command} sets it up before anything
 * else.
 */
@NullMarked
package dev.graspd.server.ops.log;

import org.jspecify.annotations.NullMarked;
