/** Parts of a WebSocket: frames out, memory of sockets, liveness, the handshake. */
@NullMarked
package dev.graspd.server.web.socket;

import org.jspecify.annotations.NullMarked;
