package dev.graspd.server.ops.metrics;

import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.ToLongFunction;

/** The budgets for what strangers may keep here, read at each scrape. */
final class BudgetSeries {
  private BudgetSeries() {}

  static void add(PrometheusRegistry registry, Budgets budgets) {
    gauge(
        registry,
        budgets,
        "ngit_budget_used_bytes",
        "Bytes that a budget has given out",
        ByteBudget::usedBytes);
    gauge(
        registry,
        budgets,
        "ngit_budget_max_bytes",
        "Bytes that a budget has in all",
        ByteBudget::maxBytes);
    CounterWithCallback.builder()
        .name("ngit_budget_refused_total")
        .help("What did not fit a budget, or the share of its sender")
        .labelNames("budget")
        .callback(callback ->
            budgets
                .all()
                .forEach(budget -> callback.call((double) budget.refused(), budget.name())))
        .register(registry);
  }

  private static void gauge(
      PrometheusRegistry registry,
      Budgets budgets,
      String name,
      String help,
      ToLongFunction<ByteBudget> reading) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("budget")
        .callback(callback ->
            budgets
                .all()
                .forEach(
                    budget -> callback.call((double) reading.applyAsLong(budget), budget.name())))
        .register(registry);
  }
}
