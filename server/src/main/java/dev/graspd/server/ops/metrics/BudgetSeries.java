package dev.graspd.server.ops.metrics;

import dev.graspd.server.charge.Budgets;

/** The budgets for memory and disk that clients and other servers use, read at each scrape. */
final class BudgetSeries {
  private static final String BUDGET = "budget";

  private BudgetSeries() {}

  static void add(Series series, Budgets budgets) {
    series.gauges(
        "ngit_budget_used_bytes",
        "Bytes in use",
        callback ->
            budgets
                .all()
                .forEach(budget -> callback.call((double) budget.usedBytes(), budget.name())),
        BUDGET);
    series.gauges(
        "ngit_budget_max_bytes",
        "Limit in bytes",
        callback ->
            budgets
                .all()
                .forEach(budget -> callback.call((double) budget.maxBytes(), budget.name())),
        BUDGET);
    series.counters(
        "ngit_budget_refused_total",
        "Requests that did not fit a budget, or their sender's share of it",
        callback ->
            budgets
                .all()
                .forEach(budget -> callback.call((double) budget.refused(), budget.name())),
        BUDGET);
  }
}
