package dev.graspd.server.ops.config;

import dev.graspd.server.ops.Disks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * The properties of the machine that default values depend on.
 *
 * @param cores processors this process may use
 * @param heapBytes the largest heap
 * @param diskSize size of the disk that holds a path
 */
public record MachineSize(int cores, long heapBytes, ToLongFunction<Path> diskSize) {
  public static MachineSize current() {
    Runtime runtime = Runtime.getRuntime();
    return new MachineSize(
        runtime.availableProcessors(), runtime.maxMemory(), MachineSize::sizeOfDiskBelow);
  }

  long diskBytes(Path path) {
    return diskSize.applyAsLong(path);
  }

  /** The path may not exist yet; the nearest existing directory above it is on the same disk. */
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
