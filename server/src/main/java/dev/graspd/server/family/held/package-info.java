/**
 * The index of purgatory in memory: one small row for each held event and each push that waits for
 * its event, without the events. Readers of views and the writer of families use it; {@code
 * family.purgatory} decides when rows expire.
 */
@NullMarked
package dev.graspd.server.family.held;

import org.jspecify.annotations.NullMarked;
