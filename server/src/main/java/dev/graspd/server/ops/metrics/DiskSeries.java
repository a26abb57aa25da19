package dev.graspd.server.ops.metrics;

import java.util.SortedMap;
import java.util.function.LongSupplier;

/** The free space of the data disks, read at each scrape. */
final class DiskSeries {
  private static final String DISK = "disk";

  private DiskSeries() {}

  static void add(Series series, SortedMap<String, LongSupplier> freeBytes, long reserveBytes) {
    series.gauges(
        "ngit_disk_free_bytes",
        "Free bytes on the disk of a data directory",
        callback ->
            freeBytes.forEach((disk, free) -> callback.call((double) free.getAsLong(), disk)),
        DISK);
    series.gauges(
        "ngit_disk_reserve_bytes",
        "Free bytes on a data disk below which writes are refused",
        callback -> freeBytes.keySet().forEach(disk -> callback.call((double) reserveBytes, disk)),
        DISK);
  }
}
