/** What systemd is told: that the server is ready, ends, and still works (operations.md, O-9). */
@NullMarked
package dev.graspd.server.ops.systemd;

import org.jspecify.annotations.NullMarked;
