package dev.graspd.server.git.ingest;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Counts the pushes of each address, so that one cannot take all places. Thread-safe. */
final class Addresses {
  private final int limit;
  private final Map<String, Integer> pushes = new HashMap<>();

  Addresses(int limit) {
    this.limit = limit;
  }

  /** Takes a place for an address; the operator's own has no limit. */
  synchronized boolean enter(Optional<String> address) {
    if (address.isEmpty()) {
      return true;
    }
    int now = pushes.getOrDefault(address.get(), 0);
    if (now >= limit) {
      return false;
    }
    pushes.put(address.get(), now + 1);
    return true;
  }

  synchronized void leave(Optional<String> address) {
    address.ifPresent(name -> pushes.computeIfPresent(name, (_, now) -> now == 1 ? null : now - 1));
  }
}
