package dev.graspd.server.migrate;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import java.io.IOException;

/**
 * Faults of this server's own disks, which end an import (operations.md, M-7): whatever comes next
 * would be refused as well, and be named as left out.
 */
final class OwnDisk {
  private OwnDisk() {}

  /** Throws if a refusal says that nothing can be written. */
  static void require(Refusal refusal) throws IOException {
    switch (refusal.reason()) {
      case ServerReason.STORAGE_FULL ->
          throw new IOException(
              "there is no room on a disk of the data directories, where NGIT_MIN_FREE_DISK_BYTES"
                  + " stays free");
      case ServerReason.STORAGE_FAILURE, ServerReason.SHUTTING_DOWN ->
          throw new IOException("a disk of the data directories failed; the log says how");
      default -> {}
    }
  }
}
