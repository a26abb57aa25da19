/** What other relays refuse and what we refuse of them, and when to try again. */
@NullMarked
package dev.graspd.core.sync.refusal;

import org.jspecify.annotations.NullMarked;
