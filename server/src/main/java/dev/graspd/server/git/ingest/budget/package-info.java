/**
 * The cost of one pack and of all packs together while they are checked, and the refusal that ends
 * the reading. It knows no format; who reads a pack counts here. Pushes, the hunt and imports share
 * its bounds.
 */
@NullMarked
package dev.graspd.server.git.ingest.budget;

import org.jspecify.annotations.NullMarked;
