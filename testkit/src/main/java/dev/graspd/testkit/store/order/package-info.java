/**
 * What every store does with orders: bans with their audit log, and roles with their fences. The
 * contracts about events and repositories are in {@code testkit.store}.
 */
@NullMarked
package dev.graspd.testkit.store.order;

import org.jspecify.annotations.NullMarked;
