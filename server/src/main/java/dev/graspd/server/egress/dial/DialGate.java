package dev.graspd.server.egress.dial;

import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides whether we may dial an address now; called after the checks and before each connection.
 */
@FunctionalInterface
public interface DialGate {
  /**
   * Asks once.
   *
   * @param host whose address it is, as it stands in URLs
   */
  CompletionStage<Boolean> mayDial(String host, InetAddress address);

  static DialGate open() {
    return (_, _) -> CompletableFuture.completedFuture(true);
  }
}
