package dev.graspd.server.app.command;

import dev.graspd.server.migrate.ngit.MovingFiles;
import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.data.DataDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks that the disks have room for an import, before its first byte. */
final class ImportRoom {
  /** What packs, indexes and the store take for one byte of the old server, in tenths. */
  private static final long ROOM_TENTHS = 12;

  private ImportRoom() {}

  /**
   * Refuses if the old files times 1.2, without what an earlier import has brought, and the reserve
   * do not fit.
   */
  static void require(OldServer old, DataDirectories target, long reserveBytes)
      throws StartRefused, IOException {
    long git = neededBytes(bytesIn(old.git()), bytesIn(target.git()), reserveBytes);
    long relay = neededBytes(bytesIn(old.relay()), bytesIn(target.relay()), reserveBytes);
    boolean isOneDisk = disk(target.git()).equals(disk(target.relay()));
    DataPaths.requireRoom(target.git(), isOneDisk ? git + relay - reserveBytes : git);
    DataPaths.requireRoom(target.relay(), relay);
  }

  private static Object disk(Path directory) throws IOException {
    return Files.getAttribute(directory, "unix:dev");
  }

  static long neededBytes(long oldBytes, long ownBytes, long reserveBytes) {
    return Math.max(0, oldBytes / 10 * ROOM_TENTHS - ownBytes) + reserveBytes;
  }

  /** The old server may run and remove files meanwhile. */
  static long bytesIn(Path directory) throws IOException {
    long[] bytes = new long[1];
    MovingFiles.walk(
        directory,
        Integer.MAX_VALUE,
        (_, attributes) -> {
          bytes[0] += attributes.size();
          return true;
        });
    return bytes[0];
  }
}
