/**
 * Migrations of stores of older formats, on the tables of LMDB as they are. {@code
 * core.store.format} decides which version a program takes. Only {@code store.embedded} calls it.
 */
@NullMarked
package dev.graspd.server.store.lmdb.format;

import org.jspecify.annotations.NullMarked;
