/**
 * What systemd learns of us: that the server is ready, ends, and still works (operations.md, O-9).
 * What "works" means is a probe that others give. {@code app.command} starts it with the server.
 */
@NullMarked
package dev.graspd.server.ops.systemd;

import org.jspecify.annotations.NullMarked;
