/**
 * Other copies of a repository: which of its branches and tags have the same value at a clone URL.
 * {@code core.hunt} decides when a URL is visited, and for how long a result is kept. {@code
 * server.family.hunt} compares, and pages show the result.
 */
@NullMarked
package dev.graspd.core.hunt.copy;

import org.jspecify.annotations.NullMarked;
