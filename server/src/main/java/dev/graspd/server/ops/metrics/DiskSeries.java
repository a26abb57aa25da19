package dev.graspd.server.ops.metrics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** How much room the data disks have, read at each scrape. */
final class DiskSeries {
  private DiskSeries() {}

  static void add(
      PrometheusRegistry registry, SortedMap<String, LongSupplier> freeBytes, long reserveBytes) {
    gauge(registry, "ngit_disk_free_bytes", "Bytes that are free on a data disk", freeBytes);
    SortedMap<String, LongSupplier> reserve = new TreeMap<>();
    freeBytes.keySet().forEach(disk -> reserve.put(disk, () -> reserveBytes));
    gauge(
        registry,
        "ngit_disk_reserve_bytes",
        "Free bytes on a data disk below which writes are refused",
        reserve);
  }

  private static void gauge(
      PrometheusRegistry registry,
      String name,
      String help,
      SortedMap<String, LongSupplier> readings) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("disk")
        .callback(callback ->
            readings.forEach((disk, reading) -> callback.call((double) reading.getAsLong(), disk)))
        .register(registry);
  }
}
