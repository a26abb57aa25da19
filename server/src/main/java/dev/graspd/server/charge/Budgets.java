package dev.graspd.server.charge;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All budgets of a server by name, for metrics and pages. Thread-safe. */
public final class Budgets {
  private final SortedMap<String, ByteBudget> byName = new TreeMap<>();

  /** Makes a budget; each name once. */
  public synchronized ByteBudget bytes(String name, long maxBytes) {
    ByteBudget budget = new ByteBudget(name, maxBytes);
    if (byName.putIfAbsent(name, budget) != null) {
      throw new IllegalArgumentException("there are two budgets " + name);
    }
    return budget;
  }

  public synchronized List<ByteBudget> all() {
    return List.copyOf(byName.values());
  }
}
