/** The hosted repositories, their owners, sizes and ages: read from the store, part by part. */
@NullMarked
package dev.graspd.server.catalogue;

import org.jspecify.annotations.NullMarked;
