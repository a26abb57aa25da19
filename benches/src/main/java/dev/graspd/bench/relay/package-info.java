/** {@code bench relay}: the relay's rows of the performance page, each with its floor. */
@NullMarked
package dev.graspd.bench.relay;

import org.jspecify.annotations.NullMarked;
