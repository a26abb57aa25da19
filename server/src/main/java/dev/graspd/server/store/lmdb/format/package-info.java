/**
 * Migrations of stores of older formats, on the tables of LMDB as they are. Which version a program
 * takes is decided in {@code core.store.format}. Only {@code store.embedded} calls it.
 */
@NullMarked
package dev.graspd.server.store.lmdb.format;

import org.jspecify.annotations.NullMarked;
