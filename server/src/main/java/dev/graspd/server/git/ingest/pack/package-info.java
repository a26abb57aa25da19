/**
 * Checks packs from strangers: format, deltas, objects, completeness. A pack that passes is in
 * quarantine and belongs to nobody yet. Pushes and the hunt use it.
 */
@NullMarked
package dev.graspd.server.git.ingest.pack;

import org.jspecify.annotations.NullMarked;
