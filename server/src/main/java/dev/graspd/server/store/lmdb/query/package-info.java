/**
 * Answers filters: chooses an index, scans it in slices, merges the results. It only reads, each
 * slice in a read transaction of its own. {@code store.lmdb} calls it for the ports in {@code
 * core.store.query}.
 */
@NullMarked
package dev.graspd.server.store.lmdb.query;

import org.jspecify.annotations.NullMarked;
