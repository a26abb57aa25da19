/** The git rows of the performance page: the server against C git on the same repositories. */
@NullMarked
package dev.graspd.bench.git;

import org.jspecify.annotations.NullMarked;
