package dev.graspd.server.ops.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** Registers metrics of the few kinds that we use. */
record Series(PrometheusRegistry registry) {
  private static final double NANOS = 1e9;

  static double seconds(Duration duration) {
    return duration.toNanos() / NANOS;
  }

  Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  Histogram histogram(String name, String help, double[] bounds, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .classicOnly()
        .classicUpperBounds(bounds)
        .withoutExemplars()
        .register(registry);
  }

  /** Adds a gauge that is read at each scrape. */
  void gauge(String name, String help, DoubleSupplier value) {
    gauges(name, help, callback -> callback.call(value.getAsDouble()));
  }

  /** Adds a gauge with labels that is read at each scrape. */
  void gauges(
      String name, String help, Consumer<GaugeWithCallback.Callback> values, String... labels) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(values)
        .register(registry);
  }

  /** Adds a counter that is read at each scrape. */
  void counters(
      String name, String help, Consumer<CounterWithCallback.Callback> values, String... labels) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(values)
        .register(registry);
  }
}
