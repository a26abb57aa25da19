/**
 * Checks packs from strangers: format, deltas, objects, completeness. A pack that passes is in
 * quarantine and belongs to nobody yet. Pushes, the hunt and imports use it; what may be published
 * is for {@code family}.
 */
@NullMarked
package dev.graspd.server.git.ingest.pack;

import org.jspecify.annotations.NullMarked;
