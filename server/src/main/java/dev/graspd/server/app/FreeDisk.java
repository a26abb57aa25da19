package dev.graspd.server.app;

import dev.graspd.server.ops.Disks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** How much room disks have. */
final class FreeDisk {
  private FreeDisk() {}

  /** Returns who knows how many bytes are free where a directory is. */
  static LongSupplier bytesAt(Path directory) {
    return () -> {
      try {
        return Disks.usableBytes(directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
