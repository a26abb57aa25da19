/** Log lines: one a record, safe to read in a terminal, bounded in size and in number. */
@NullMarked
package dev.graspd.server.ops.log;

import org.jspecify.annotations.NullMarked;
