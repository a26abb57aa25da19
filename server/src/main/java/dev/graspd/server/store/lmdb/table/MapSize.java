package dev.graspd.server.store.lmdb.table;

import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbNativeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a size for the store's map that the process has the address space for. The usual size is
 * far more than any store needs; where address space is limited ({@code ulimit -v}, some
 * containers) it is halved until it fits, and once more, so that the same amount is left for
 * everything else.
 */
final class MapSize {
  private static final Logger LOG = LoggerFactory.getLogger(MapSize.class);

  /** A smaller map is useless. */
  private static final long BYTES_MIN = 64L << 20;

  private static final int ENOMEM = 12;

  private MapSize() {}

  /**
   * Opens with a map of the wanted size, or of the largest that suits.
   *
   * @param fileBytes the current size of the store; the map has at least twice this size
   * @param opening opens with a map of a size
   */
  static Env<ByteBuffer> open(
      long wantedBytes, long fileBytes, LongFunction<Env<ByteBuffer>> opening) {
    long least = Math.max(BYTES_MIN, 2 * fileBytes);
    for (long bytes = wantedBytes; ; bytes /= 2) {
      try {
        Env<ByteBuffer> env = opening.apply(bytes);
        return bytes == wantedBytes ? env : withRoomForOthers(env, bytes, least, opening);
      } catch (LmdbNativeException e) {
        if (e.getResultCode() != ENOMEM || bytes / 2 < least) {
          throw e;
        }
      }
    }
  }

  private static Env<ByteBuffer> withRoomForOthers(
      Env<ByteBuffer> largest, long bytes, long least, LongFunction<Env<ByteBuffer>> opening) {
    boolean isLeast = bytes / 2 < least;
    LOG.warn(
        "this process has little address space (see 'ulimit -v'): the store can grow to {} MiB",
        (isLeast ? bytes : bytes / 2) >> 20);
    if (isLeast) {
      return largest;
    }
    largest.close();
    return opening.apply(bytes / 2);
  }
}
