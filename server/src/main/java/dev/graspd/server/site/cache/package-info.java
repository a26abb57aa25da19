/**
 * Keeps what was found out about code and stays true for ever, because ids of commits and files
 * determine it: last commits, blame, colours. Whether a commit is part of a repository is for
 * others to prove before they ask here; finished pages are kept in {@code site.serve}.
 */
@NullMarked
package dev.graspd.server.site.cache;

import org.jspecify.annotations.NullMarked;
