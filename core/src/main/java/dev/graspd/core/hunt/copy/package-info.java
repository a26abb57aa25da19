/**
 * Other copies of a repository: which of its branches and tags have the same value at a clone URL.
 * When a URL is visited, and for how long a result is kept, is decided in {@code core.hunt}. {@code
 * server.family.hunt} compares, and pages show the result.
 */
@NullMarked
package dev.graspd.core.hunt.copy;

import org.jspecify.annotations.NullMarked;
