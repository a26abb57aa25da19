/**
 * Tables, keys and sessions of the LMDB environment: the layout of bytes on disk. The meaning of
 * rows is in {@code store.lmdb.row}. All packages of the engine use it, and no other.
 */
@NullMarked
package dev.graspd.server.store.lmdb.table;

import org.jspecify.annotations.NullMarked;
