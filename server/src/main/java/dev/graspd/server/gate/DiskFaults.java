package dev.graspd.server.gate;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reasons for clients when a write to disk fails. */
public final class DiskFaults {
  private DiskFaults() {}

  /** Returns whether a write failed for lack of space, which only the JDK's text says. */
  public static boolean isFull(IOException fault) {
    String text = String.valueOf(fault.getMessage());
    return text.contains("No space left on device") || text.contains("Disk quota exceeded");
  }

  static Reason reasonOf(UncheckedIOException fault) {
    IOException cause = fault.getCause();
    return cause == null ? ServerReason.INTERNAL : reasonOf(cause);
  }

  public static Reason reasonOf(IOException fault) {
    if (fault instanceof OutdatedDeliveryException) {
      return ServerReason.INTERNAL;
    }
    return isFull(fault) ? ServerReason.STORAGE_FULL : ServerReason.STORAGE_FAILURE;
  }
}
