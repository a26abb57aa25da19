package dev.graspd.server.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The sizes of disks, from the system by path (statvfs). {@link Files#getFileStore} searches the
 * table of mounts, and fails in a chroot, where the table lacks the disk.
 */
public final class Disks {
  private Disks() {}

  /** Returns the size of the disk of an existing path. */
  public static long totalBytes(Path path) throws IOException {
    long bytes = path.toFile().getTotalSpace();
    if (bytes <= 0) {
      throw new IOException("the size of the disk of " + path + " cannot be read");
    }
    return bytes;
  }

  /** Returns how many bytes we may still write to the disk of an existing path. */
  public static long usableBytes(Path path) throws IOException {
    long usable = path.toFile().getUsableSpace();
    // A full disk and a failure give the same number; only a disk has a size.
    return usable > 0 || totalBytes(path) > 0 ? usable : 0;
  }

  /** Returns whether two existing paths are on one disk. */
  public static boolean areSame(Path one, Path other) throws IOException {
    return Files.getAttribute(one, "unix:dev").equals(Files.getAttribute(other, "unix:dev"));
  }
}
