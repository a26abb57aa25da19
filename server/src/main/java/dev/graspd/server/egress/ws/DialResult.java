package dev.graspd.server.egress.ws;

import dev.graspd.server.egress.dial.Failure;

/** The result of an attempt to open a WebSocket. */
public sealed interface DialResult {
  record Opened(WebSocketLink link) implements DialResult {}

  record Failed(Failure failure) implements DialResult {}
}
