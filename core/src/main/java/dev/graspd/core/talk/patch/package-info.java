/**
 * The texts of patches (1617) as git writes them for mail: message, files and lines (web.md,
 * section 9). Texts of strangers are read within bounds. {@code talk.thread} decides which patches
 * follow each other; pages call this.
 */
@NullMarked
package dev.graspd.core.talk.patch;

import org.jspecify.annotations.NullMarked;
