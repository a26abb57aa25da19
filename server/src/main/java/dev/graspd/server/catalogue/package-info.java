/**
 * The hosted repositories, their owners, sizes and ages: read from the store, part by part. It
 * writes nothing, and says nothing about code. Lists of repositories on pages, in documents and in
 * commands come from it.
 */
@NullMarked
package dev.graspd.server.catalogue;

import org.jspecify.annotations.NullMarked;
