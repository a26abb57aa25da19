/**
 * The version of the data on disk, and what a program does with data of another version. How rows
 * are rewritten belongs to the engine, in {@code store.lmdb.format}. Starts and commands ask it
 * before they open a store.
 */
@NullMarked
package dev.graspd.core.store.format;

import org.jspecify.annotations.NullMarked;
