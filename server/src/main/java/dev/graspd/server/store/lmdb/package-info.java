/**
 * The store on LMDB: one environment, one writer thread, short read transactions. {@link
 * dev.graspd.server.store.lmdb.Table} describes the layout on disk.
 */
@NullMarked
package dev.graspd.server.store.lmdb;

import org.jspecify.annotations.NullMarked;
