/**
 * Builds the parts of the running server in order, and closes them in reverse. The only place that
 * constructs them. Rules and effects belong to the parts; {@code app.command} calls it for {@code
 * serve}.
 */
@NullMarked
package dev.graspd.server.app.server;

import org.jspecify.annotations.NullMarked;
