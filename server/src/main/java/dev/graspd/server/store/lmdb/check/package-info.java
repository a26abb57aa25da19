/**
 * Checks a whole store for inconsistent rows, for {@code graspd doctor}. It changes nothing. Checks
 * of packs and refs need git and are in {@code git.serve} and {@code family.packs}.
 */
@NullMarked
package dev.graspd.server.store.lmdb.check;

import org.jspecify.annotations.NullMarked;
