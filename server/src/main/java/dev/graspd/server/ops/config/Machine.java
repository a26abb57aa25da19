package dev.graspd.server.ops.config;

import dev.graspd.server.ops.Disks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * The machine, as far as default values depend on it.
 *
 * @param cores processors this process may use
 * @param heapBytes the largest heap
 * @param diskSize size of the disk that holds a path
 */
public record Machine(int cores, long heapBytes, ToLongFunction<Path> diskSize) {
  /** Returns the machine this process runs on. */
  public static Machine current() {
    Runtime runtime = Runtime.getRuntime();
    return new Machine(
        runtime.availableProcessors(), runtime.maxMemory(), Machine::sizeOfDiskBelow);
  }

  long diskBytes(Path path) {
    return diskSize.applyAsLong(path);
  }

  /** The path may not exist yet; the nearest directory above it lies on the same disk. */
  private static long sizeOfDiskBelow(Path path) {
    Path existing = path.toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    try {
      return Disks.totalBytes(existing);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
