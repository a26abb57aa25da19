/**
 * Lists of threads (W-40): a row for each root of a repository, filters, counts, and pages that do
 * not shift. A thread itself is in {@code talk.thread}. {@code server.talk} keeps the rows.
 */
@NullMarked
package dev.graspd.core.talk.list;

import org.jspecify.annotations.NullMarked;
