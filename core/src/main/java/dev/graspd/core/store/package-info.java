/** The interfaces of the store. Implementations live elsewhere and all pass one contract test. */
@NullMarked
package dev.graspd.core.store;

import org.jspecify.annotations.NullMarked;
