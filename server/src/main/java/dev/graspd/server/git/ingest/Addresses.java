package dev.graspd.server.git.ingest;

import dev.graspd.server.charge.Payer;
import java.util.HashMap;
import java.util.Map;

/** Counts the pushes of each payer, so that one cannot take all places. Thread-safe. */
final class Addresses {
  private final int limit;
  private final Map<Payer, Integer> pushes = new HashMap<>();

  Addresses(int limit) {
    this.limit = limit;
  }

  /** Takes a place for a payer; the operator has no limit. */
  synchronized boolean enter(Payer payer) {
    int now = pushes.getOrDefault(payer, 0);
    if (now >= limit && !payer.isOperator()) {
      return false;
    }
    pushes.put(payer, now + 1);
    return true;
  }

  synchronized void leave(Payer payer) {
    pushes.computeIfPresent(payer, (_, now) -> now == 1 ? null : now - 1);
  }
}
