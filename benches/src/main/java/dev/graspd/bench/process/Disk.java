package dev.graspd.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The disk of a directory, and the bytes that all programs have written to it. The counter of a
 * single process is useless: with large folios the kernel counts a whole folio for one changed
 * page, ten times the bytes that reach the disk.
 */
record Disk(Path statistics) {
  private static final int SECTOR_BYTES = 512;
  private static final int SECTORS_WRITTEN_FIELD = 6;

  static Disk of(Path directory) throws IOException {
    long device = (long) Files.getAttribute(directory, "unix:dev");
    long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >> 12 & ~0xffL);
    return new Disk(Path.of("/sys/dev/block", major + ":" + minor, "stat"));
  }

  /** Returns the bytes written since the machine started; 0 if they are not counted. */
  long writtenBytes() throws IOException {
    if (!Files.exists(statistics)) {
      return 0;
    }
    String[] fields = Files.readString(statistics).strip().split("\\s+", -1);
    return Long.parseLong(fields[SECTORS_WRITTEN_FIELD]) * SECTOR_BYTES;
  }
}
