/**
 * Log lines: one per record, safe to read in a terminal, limited in size and number. Other packages
 * decide what they log, and at which level. {@code app.command} sets it up before anything else.
 */
@NullMarked
package dev.graspd.server.ops.log;

import org.jspecify.annotations.NullMarked;
