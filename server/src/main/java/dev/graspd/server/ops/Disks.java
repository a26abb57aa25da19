package dev.graspd.server.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How large disks are, asked of the system by path (statvfs). {@link Files#getFileStore} looks for
 * the disk in the table of mounts, which has no entry for it in a chroot, and then fails.
 */
public final class Disks {
  private Disks() {}

  /** Returns the size of the disk that holds a path that exists. */
  public static long totalBytes(Path path) throws IOException {
    long bytes = path.toFile().getTotalSpace();
    if (bytes <= 0) {
      throw new IOException("the size of the disk of " + path + " cannot be read");
    }
    return bytes;
  }

  /** Returns how many bytes we may still write to the disk that holds a path that exists. */
  public static long usableBytes(Path path) throws IOException {
    long usable = path.toFile().getUsableSpace();
    // A full disk and a failure give the same number; only a disk has a size.
    return usable > 0 || totalBytes(path) > 0 ? usable : 0;
  }

  /** Returns whether two paths that exist are on one disk. */
  public static boolean areSame(Path one, Path other) throws IOException {
    return Files.getAttribute(one, "unix:dev").equals(Files.getAttribute(other, "unix:dev"));
  }
}
