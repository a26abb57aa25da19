package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.StorageException.Fault;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbException;
import org.lmdbjava.LmdbNativeException;

/**
 * Distinguishes a full disk, a broken disk and a bug.
 *
 * <p>LMDB writes new pages, syncs, then writes one of two root pages. When a page finds no room,
 * the transaction is aborted and the old root stays valid: that is {@code FULL}, and later writes
 * may try again. Everything else that fails at the disk is {@code BROKEN}: after a failed sync the
 * content of the disk is unknown, and LMDB itself refuses to continue when the root could not be
 * written.
 *
 * <p>When the last blocks take a part of a page, LMDB sees a short write and calls it an I/O error;
 * only the free space then distinguishes it from a failing disk.
 */
public final class LmdbFaults {
  /** Less than this is left on a disk that has just cut a write short. */
  static final long NO_ROOM_BYTES = 1 << 20;

  private static final int EIO = 5;
  private static final int ENOSPC = 28;
  private static final int EDQUOT = 122;

  private LmdbFaults() {}

  /** Interprets a failed begin or commit, with this many free bytes on disk. */
  public static StorageException ofCommit(RuntimeException cause, long usableBytes) {
    return isFull(cause, usableBytes)
        ? new StorageException(Fault.FULL, "the store found no room to write", cause)
        : broken(cause);
  }

  /** Interprets an exception during work; null if it is not about the disk. */
  public static @Nullable StorageException ofWork(Throwable thrown, long usableBytes) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof LmdbException lmdb) {
        return isMistake(lmdb) ? null : ofCommit(lmdb, usableBytes);
      }
    }
    return null;
  }

  /** A key or value of a wrong size, or a call that the library itself rejects, is our fault. */
  private static boolean isMistake(LmdbException cause) {
    return !(cause instanceof LmdbNativeException) || cause instanceof Dbi.BadValueSizeException;
  }

  private static boolean isFull(RuntimeException cause, long usableBytes) {
    return cause instanceof Env.MapFullException
        || (cause instanceof LmdbNativeException coded
            && isFull(coded.getResultCode(), usableBytes));
  }

  static boolean isFull(int errorCode, long usableBytes) {
    return switch (errorCode) {
      case ENOSPC, EDQUOT -> true;
      case EIO -> usableBytes < NO_ROOM_BYTES;
      default -> false;
    };
  }

  public static StorageException belowReserve(long usableBytes) {
    return new StorageException(
        Fault.FULL, "only " + usableBytes + " bytes are free on the disk of the store");
  }

  public static StorageException broken(Throwable cause) {
    return new StorageException(Fault.BROKEN, "the store could not write: " + cause, cause);
  }

  public static StorageException closed() {
    return new StorageException(Fault.CLOSED, "the store is closed");
  }
}
