/**
 * Names and paths in git's trees. They are bytes, not text; whether there is something of that name
 * is for others to find. All that read code for pages and documents use them.
 */
@NullMarked
package dev.graspd.core.tree;

import org.jspecify.annotations.NullMarked;
