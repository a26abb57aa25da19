/** {@code bench sync}: how servers fetch from each other what they do not have. */
@NullMarked
package dev.graspd.bench.sync;

import org.jspecify.annotations.NullMarked;
