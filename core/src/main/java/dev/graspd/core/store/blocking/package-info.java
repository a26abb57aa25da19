/**
 * Says which calls may wait for a disk or a network, so that event loops do not make them. The
 * marks do nothing by themselves: {@code EventLoopTest} follows calls to them. Ports of the store,
 * the depot and pages carry them.
 */
@NullMarked
package dev.graspd.core.store.blocking;

import org.jspecify.annotations.NullMarked;
