package dev.graspd.server.egress;

/** What became of an attempt to open a WebSocket. */
public sealed interface DialResult {
  record Opened(WebSocketLink link) implements DialResult {}

  record Failed(Failure failure) implements DialResult {}
}
