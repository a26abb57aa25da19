/**
 * The rows of each kind: events, repositories, ended repositories, deletions, unwanted events. Only
 * transactions and readers of the store use them.
 */
@NullMarked
package dev.graspd.server.store.lmdb.row;

import org.jspecify.annotations.NullMarked;
