/**
 * The store on LMDB: one environment, one writer thread, short read transactions. Only {@code
 * server.store.embedded} knows it; others use the ports in {@code core.store} and {@code
 * server.store}.
 */
@NullMarked
package dev.graspd.server.store.lmdb;

import org.jspecify.annotations.NullMarked;
