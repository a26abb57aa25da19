/**
 * The store on LMDB: one environment, one writer thread, short read transactions. Other packages
 * use {@link dev.graspd.server.store.lmdb.LmdbEventStore} through the ports in {@code core.store}.
 */
@NullMarked
package dev.graspd.server.store.lmdb;

import org.jspecify.annotations.NullMarked;
