/** The version of the data on disk, and what a program does with data of another version. */
@NullMarked
package dev.graspd.core.store.format;

import org.jspecify.annotations.NullMarked;
