package dev.graspd.server.gate.wrong;

import dev.graspd.server.relay.RelayMetrics;

final class GateThatKnowsTheRelay {
  private GateThatKnowsTheRelay() {}

  static RelayMetrics wrong() {
    return RelayMetrics.NONE;
  }
}
