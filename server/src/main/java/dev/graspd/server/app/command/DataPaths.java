package dev.graspd.server.app.command;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.server.ops.Disks;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks directories before data is copied from one to another. */
final class DataPaths {
  private DataPaths() {}

  /** A backup inside the data would be part of it, and vice versa. */
  static void requireApart(Path backup, Config.Data data) throws StartRefused {
    for (Path one : new Path[] {data.relayPath(), data.gitPath()}) {
      if (real(backup).startsWith(real(one)) || real(one).startsWith(real(backup))) {
        throw new StartRefused(
            "a backup cannot be in the data directory, nor around it: %s and %s"
                .formatted(backup, one));
      }
    }
  }

  /** Returns the path with the links of its existing part resolved. */
  private static Path real(Path path) throws StartRefused {
    Path absolute = path.toAbsolutePath().normalize();
    Path existing = absolute;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    try {
      return existing == null
          ? absolute
          : existing.toRealPath().resolve(existing.relativize(absolute)).normalize();
    } catch (IOException e) {
      throw new StartRefused(path + " cannot be read: " + FileTrouble.text(e), e);
    }
  }

  /** Files that we make beside the server's, locks above all, must have the same owner. */
  static void requireOwner(Path file) throws StartRefused {
    try {
      Object owner = Files.getAttribute(file, "unix:uid");
      Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      if (!owner.equals(self)) {
        throw new StartRefused(
            "%s belongs to %s: run this as that user".formatted(file, Files.getOwner(file)));
      }
    } catch (IOException e) {
      throw new StartRefused(file + " cannot be read: " + FileTrouble.text(e), e);
    }
  }

  static void requireRoom(Path directory, long neededBytes) throws StartRefused, IOException {
    long usable = Disks.usableBytes(directory);
    if (usable < neededBytes) {
      throw new StartRefused(
          "there is not enough room in %s: %s are needed, %s are free"
              .formatted(directory, ByteSize.rough(neededBytes), ByteSize.rough(usable)));
    }
  }
}
