package dev.graspd.server.gate;

import dev.graspd.core.nostr.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What a fault of the disk means for whoever wanted to write. */
public final class DiskFaults {
  private DiskFaults() {}

  /** Returns whether a write failed for lack of space; the JDK tells it by the text alone. */
  public static boolean isFull(IOException fault) {
    String text = String.valueOf(fault.getMessage());
    return text.contains("No space left on device") || text.contains("Disk quota exceeded");
  }

  static Reason reasonOf(UncheckedIOException fault) {
    IOException cause = fault.getCause();
    return cause == null ? Reason.INTERNAL : reasonOf(cause);
  }

  /** Returns what clients are told. */
  public static Reason reasonOf(IOException fault) {
    if (fault instanceof Delivery.OutdatedException) {
      return Reason.INTERNAL;
    }
    return isFull(fault) ? Reason.STORAGE_FULL : Reason.STORAGE_FAILURE;
  }
}
