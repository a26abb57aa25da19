/** When packs are worth writing anew, which of them, and for whom the bytes count afterwards. */
@NullMarked
package dev.graspd.core.upkeep;

import org.jspecify.annotations.NullMarked;
