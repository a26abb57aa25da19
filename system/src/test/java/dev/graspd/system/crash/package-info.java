/**
 * The server dies at any moment and starts again: what it has acknowledged is there, and its data
 * is sound. Tests that kill a process or end it at a failpoint belong here, and the program of
 * {@code scripts/power}.
 */
@NullMarked
package dev.graspd.system.crash;

import org.jspecify.annotations.NullMarked;
