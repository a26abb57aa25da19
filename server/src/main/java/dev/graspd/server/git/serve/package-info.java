/**
 * Clones and fetches, from request to answer: {@link dev.graspd.server.git.serve.UploadService}.
 * The parts are in the subpackages: refs, requests and packs. {@code git.http} calls it; it writes
 * nothing to a repository.
 */
@NullMarked
package dev.graspd.server.git.serve;

import org.jspecify.annotations.NullMarked;
