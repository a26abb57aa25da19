/**
 * The store in files of this server's own. The only place outside of {@code store.lmdb} that knows
 * LMDB. {@code app.server} chooses it; everybody else sees the ports.
 */
@NullMarked
package dev.graspd.server.store.embedded;

import org.jspecify.annotations.NullMarked;
