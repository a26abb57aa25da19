/** What is hosted here, for whom, how large and how old: read from the store, page by page. */
@NullMarked
package dev.graspd.server.catalogue;

import org.jspecify.annotations.NullMarked;
