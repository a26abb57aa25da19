/** Answers filters: chooses an index, scans it in slices, merges the results. */
@NullMarked
package dev.graspd.server.store.lmdb.query;

import org.jspecify.annotations.NullMarked;
