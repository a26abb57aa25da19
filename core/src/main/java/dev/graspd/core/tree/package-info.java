/**
 * Names and paths in git's trees. They are bytes, not text; whether there is something of that name
 * is for others to find.
 */
@NullMarked
package dev.graspd.core.tree;

import org.jspecify.annotations.NullMarked;
