package dev.graspd.server.egress;

import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Says whether an address may be dialled now; asked after the checks and before each connection.
 */
@FunctionalInterface
public interface DialGate {
  /**
   * Asks once.
   *
   * @param host whose address it is, as it stands in URLs
   */
  CompletionStage<Boolean> mayDial(String host, InetAddress address);

  /** Returns one that is always open. */
  static DialGate open() {
    return (_, _) -> CompletableFuture.completedFuture(true);
  }
}
