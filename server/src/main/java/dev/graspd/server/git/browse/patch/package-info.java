/**
 * Writes differences and commits in the formats that git reads: for {@code git apply} and {@code
 * git am}. Pages show the same differences in their own way; nothing of HTML is here. {@code
 * site.serve} calls it.
 */
@NullMarked
package dev.graspd.server.git.browse.patch;

import org.jspecify.annotations.NullMarked;
