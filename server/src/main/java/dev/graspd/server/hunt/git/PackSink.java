package dev.graspd.server.hunt.git;

import java.io.IOException;
import java.io.InputStream;

/**
 * Processes a pack from a stranger.
 *
 * @param <T> the result
 */
@FunctionalInterface
public interface PackSink<T> {
  /**
   * Reads a pack, to its end or until it has seen enough. Nothing of the pack may be left if this
   * throws. Only the sink checks whether the pack has the wanted objects.
   *
   * @throws IOException if the stream fails, unchanged, or if the disk fails
   */
  T take(InputStream pack) throws IOException;
}
