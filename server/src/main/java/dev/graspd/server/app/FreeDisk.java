package dev.graspd.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** How much room disks have. */
final class FreeDisk {
  private FreeDisk() {}

  /** Returns who knows how many bytes are free where a directory is. */
  static LongSupplier bytesAt(Path directory) {
    try {
      FileStore disk = Files.getFileStore(directory);
      return () -> {
        try {
          return disk.getUsableSpace();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
