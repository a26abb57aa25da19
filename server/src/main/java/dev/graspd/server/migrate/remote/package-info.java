/**
 * Reads another server over the network as a client does, and publishes to it (operations.md,
 * section 2). The operator names the server, so every address and plain text are allowed for it.
 */
@NullMarked
package dev.graspd.server.migrate.remote;

import org.jspecify.annotations.NullMarked;
