/**
 * Builds the parts of the running server in order, and closes them in reverse. The only place that
 * constructs them.
 */
@NullMarked
package dev.graspd.server.app.server;

import org.jspecify.annotations.NullMarked;
