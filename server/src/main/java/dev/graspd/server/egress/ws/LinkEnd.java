package dev.graspd.server.egress.ws;

/** How a link ended. */
public sealed interface LinkEnd {
  record ByUs(int code, String reason) implements LinkEnd {}

  /** The peer said goodbye; code 1005 if it gave none. */
  record ByPeer(int code, String reason) implements LinkEnd {}

  /** The peer broke a rule of the protocol or a limit. */
  record Violation(int code, String reason) implements LinkEnd {}

  /** The connection ended without a goodbye. */
  record Broken(String cause) implements LinkEnd {}
}
