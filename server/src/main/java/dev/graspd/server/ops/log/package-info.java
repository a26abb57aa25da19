/** Log lines: one per record, safe to read in a terminal, limited in size and number. */
@NullMarked
package dev.graspd.server.ops.log;

import org.jspecify.annotations.NullMarked;
