package dev.graspd.server.hunt.git;

import java.io.IOException;
import java.io.InputStream;

/**
 * Takes a pack that a stranger sends.
 *
 * @param <T> what it makes of it
 */
@FunctionalInterface
public interface PackSink<T> {
  /**
   * Reads a pack, to its end or until it has seen enough. Nothing of the pack may be left if this
   * throws. Whether what was wanted is in the pack, nobody else looks.
   *
   * @throws IOException if the stream fails, which must pass through as it is, or the disk does
   */
  T take(InputStream pack) throws IOException;
}
