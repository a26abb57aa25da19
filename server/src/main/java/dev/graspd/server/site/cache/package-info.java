/**
 * Keeps answers about code that stay true for ever, because ids of commits and files determine
 * them: last commits, blame, colours. Callers prove that a commit is part of a repository before
 * they ask here; finished pages are kept in {@code site.serve}.
 */
@NullMarked
package dev.graspd.server.site.cache;

import org.jspecify.annotations.NullMarked;
