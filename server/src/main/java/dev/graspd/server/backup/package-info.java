/** Copies of all data, taken while the server runs, and the way back. */
@NullMarked
package dev.graspd.server.backup;

import org.jspecify.annotations.NullMarked;
