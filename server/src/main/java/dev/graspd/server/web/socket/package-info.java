/**
 * Parts of a WebSocket: frames out, memory of sockets, liveness, the handshake. Frames in are
 * shared with outgoing connections and are in {@code server.net}; messages are for {@code
 * server.relay}. {@code web} puts them into its pipeline.
 */
@NullMarked
package dev.graspd.server.web.socket;

import org.jspecify.annotations.NullMarked;
