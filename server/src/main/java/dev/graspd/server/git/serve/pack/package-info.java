/**
 * Computes and sends packs: permits, heap, the objects that a client may have, and cached answers
 * for the next clone.
 */
@NullMarked
package dev.graspd.server.git.serve.pack;

import org.jspecify.annotations.NullMarked;
