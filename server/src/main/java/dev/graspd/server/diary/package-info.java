/**
 * The decisions on events and pushes of this run, for users who ask why. Bounded, in memory alone,
 * and without effect on any decision. The gate, lanes, pushes and the hunt write; the pages and the
 * command {@code why} read.
 */
@NullMarked
package dev.graspd.server.diary;

import org.jspecify.annotations.NullMarked;
