/**
 * Computes and sends packs: permits, heap, the objects that a client may have, and cached answers
 * for the next clone. {@code git.serve.request} has read the request before. {@code git.serve}
 * calls it, and downloads use its nameless files.
 */
@NullMarked
package dev.graspd.server.git.serve.pack;

import org.jspecify.annotations.NullMarked;
