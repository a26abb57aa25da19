package dev.graspd.server.app.server;

import dev.graspd.server.ops.Disks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** The free space of disks. */
final class FreeDisk {
  private FreeDisk() {}

  /** Returns a supplier of the free bytes on the disk of a directory. */
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
