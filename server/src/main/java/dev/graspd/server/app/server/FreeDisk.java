package dev.graspd.server.app.server;

import dev.graspd.server.ops.Disks;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.DiskWatch;
import dev.graspd.server.ops.metrics.ServerMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
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

  /** Builds the watch over the disks of the data, and shows their free bytes as metrics. */
  static DiskWatch watch(DataDirectories data, long reserveBytes, ServerMetrics metrics) {
    LongSupplier relay = bytesAt(data.relay());
    LongSupplier git = bytesAt(data.git());
    metrics.addDisks(new TreeMap<>(Map.of("relay", relay, "git", git)), reserveBytes);
    return new DiskWatch(
        Map.of(
            DiskWatch.Disk.RELAY, new DiskWatch.Place(data.relay(), relay),
            DiskWatch.Disk.GIT, new DiskWatch.Place(data.git(), git)),
        reserveBytes);
  }
}
