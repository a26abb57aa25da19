/**
 * The WebSocket client for other relays: the handshake, frames in both directions, and limits on
 * what a relay may send and what waits for it. Messages of Nostr are text here. {@code peers.link}
 * and imports from a running server use it.
 */
@NullMarked
package dev.graspd.server.egress.ws;

import org.jspecify.annotations.NullMarked;
