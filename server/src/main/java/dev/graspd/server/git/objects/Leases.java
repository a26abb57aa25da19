package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The readers of each family, numbered in order. Thread-safe. */
final class Leases {
  private final Map<Identifier, SortedSet<Long>> open = new HashMap<>();
  private long next;

  /** Adds a reader; returns its number. */
  synchronized long begin(Identifier family) {
    long number = next++;
    open.computeIfAbsent(family, _ -> new TreeSet<>()).add(number);
    return number;
  }

  synchronized void end(Identifier family, long number) {
    open.computeIfPresent(
        family,
        (_, numbers) -> {
          numbers.remove(number);
          return numbers.isEmpty() ? null : numbers;
        });
  }

  /** Returns the number that the next reader gets. */
  synchronized long next() {
    return next;
  }

  /** Returns whether a reader with a lower number still reads. */
  synchronized boolean anyBefore(Identifier family, long number) {
    SortedSet<Long> numbers = open.get(family);
    return numbers != null && numbers.first() < number;
  }
}
