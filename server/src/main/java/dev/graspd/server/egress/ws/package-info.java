/** The WebSocket client for other relays. */
@NullMarked
package dev.graspd.server.egress.ws;

import org.jspecify.annotations.NullMarked;
