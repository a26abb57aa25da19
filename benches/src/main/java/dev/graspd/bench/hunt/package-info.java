/** {@code bench hunt}: how fast git data is fetched from other servers, and whom that disturbs. */
@NullMarked
package dev.graspd.bench.hunt;

import org.jspecify.annotations.NullMarked;
