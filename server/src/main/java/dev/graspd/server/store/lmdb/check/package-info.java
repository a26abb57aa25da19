/** Checks a whole store for inconsistent rows, for {@code graspd doctor}. It changes nothing. */
@NullMarked
package dev.graspd.server.store.lmdb.check;

import org.jspecify.annotations.NullMarked;
