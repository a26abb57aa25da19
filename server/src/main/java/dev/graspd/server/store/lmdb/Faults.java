package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.StorageException.Fault;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbException;
import org.lmdbjava.LmdbNativeException;

/**
 * Tells a full disk from a broken one and both from a bug.
 *
 * <p>LMDB writes new pages, syncs, then writes one of two root pages. When a page finds no room the
 * transaction is given up and the old root stays valid: that is {@code FULL}, and later writes may
 * try again. Everything else that fails at the disk is {@code BROKEN}: after a failed sync nobody
 * knows what the disk holds, and LMDB itself refuses to go on when the root could not be written.
 */
final class Faults {
  private static final int ENOSPC = 28;
  private static final int EDQUOT = 122;

  private Faults() {}

  /** Returns what a failed begin or commit means. */
  static StorageException ofCommit(RuntimeException cause) {
    return isFull(cause) ? full(cause) : broken(cause);
  }

  /** Returns what an exception in the middle of work says of the disk; null if nothing. */
  static @Nullable StorageException ofWork(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof LmdbException lmdb) {
        return ofWork(lmdb);
      }
    }
    return null;
  }

  private static @Nullable StorageException ofWork(LmdbException cause) {
    if (isFull(cause)) {
      return full(cause);
    }
    // A key or value of a wrong size, or a call that the library itself rejects, is our mistake.
    boolean isBug =
        !(cause instanceof LmdbNativeException) || cause instanceof Dbi.BadValueSizeException;
    return isBug ? null : broken(cause);
  }

  private static boolean isFull(RuntimeException cause) {
    return cause instanceof Env.MapFullException
        || (cause instanceof LmdbNativeException coded
            && (coded.getResultCode() == ENOSPC || coded.getResultCode() == EDQUOT));
  }

  static StorageException belowReserve(long usableBytes) {
    return new StorageException(
        Fault.FULL, "only " + usableBytes + " bytes are free on the disk of the store");
  }

  private static StorageException full(RuntimeException cause) {
    return new StorageException(Fault.FULL, "the store found no room to write", cause);
  }

  static StorageException broken(Throwable cause) {
    return new StorageException(Fault.BROKEN, "the store could not write: " + cause, cause);
  }

  static StorageException closed() {
    return new StorageException(Fault.CLOSED, "the store is closed");
  }
}
