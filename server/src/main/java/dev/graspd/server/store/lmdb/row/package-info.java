/**
 * The rows of each kind: {@link dev.graspd.server.store.lmdb.row.LmdbRows} for the rules of the
 * store, which are in {@code core.store.rules}, and the readers of the store's ports. The layout of
 * bytes is in {@code store.lmdb.table}. Transactions in {@code store.lmdb} and the doctor's checks
 * use them.
 */
@NullMarked
package dev.graspd.server.store.lmdb.row;

import org.jspecify.annotations.NullMarked;
