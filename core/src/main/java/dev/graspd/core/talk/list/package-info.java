/**
 * Lists of threads (W-40): a row for each root of a repository, filters, counts, and pages that do
 * not shift.
 */
@NullMarked
package dev.graspd.core.talk.list;

import org.jspecify.annotations.NullMarked;
