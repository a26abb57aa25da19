/**
 * Tells systemd that the server is ready, ends, and still works (operations.md, O-9). Others give
 * the probe that decides whether it works. {@code app.command} starts it with the server.
 */
@NullMarked
package dev.graspd.server.ops.systemd;

import org.jspecify.annotations.NullMarked;
