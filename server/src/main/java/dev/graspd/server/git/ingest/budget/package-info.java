/**
 * The cost of one pack and of all packs together while they are checked, and the refusal that ends
 * the reading.
 */
@NullMarked
package dev.graspd.server.git.ingest.budget;

import org.jspecify.annotations.NullMarked;
