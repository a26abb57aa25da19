/**
 * {@code bench hunt}: the speed of fetching git data from other servers, and its effect on pushes.
 */
@NullMarked
package dev.graspd.bench.hunt;

import org.jspecify.annotations.NullMarked;
