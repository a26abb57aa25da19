/** The store in files of this server's own. The only place outside of it that knows LMDB. */
@NullMarked
package dev.graspd.server.store.embedded;

import org.jspecify.annotations.NullMarked;
