/**
 * Git smart HTTP over the hosted repositories: finds the repository of a request and passes it to
 * {@code git.serve} or {@code git.ingest}. The web layer calls it; it knows no socket.
 */
@NullMarked
package dev.graspd.server.git.http;

import org.jspecify.annotations.NullMarked;
