/**
 * The texts of patches (1617) as git writes them for mail: message, files and lines (web.md,
 * section 9). Whatever a stranger sends is read within bounds. Which patches follow each other is
 * decided in {@code talk.thread}; pages call this.
 */
@NullMarked
package dev.graspd.core.talk.patch;

import org.jspecify.annotations.NullMarked;
