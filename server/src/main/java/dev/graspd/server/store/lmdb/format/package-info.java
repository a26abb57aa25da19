/** Migrations of stores of older formats, on the tables of LMDB as they are. */
@NullMarked
package dev.graspd.server.store.lmdb.format;

import org.jspecify.annotations.NullMarked;
