package dev.graspd.server.charge;

import java.util.HashMap;
import java.util.Map;

/**
 * How much each key has, and all together; a key that has nothing is forgotten. Not thread-safe.
 */
public final class Tally<K> {
  private final Map<K, Long> counts = new HashMap<>();
  private long total;

  public long add(K key, long change) {
    total += change;
    long now = of(key) + change;
    if (now == 0) {
      counts.remove(key);
    } else {
      counts.put(key, now);
    }
    return now;
  }

  public long of(K key) {
    return counts.getOrDefault(key, 0L);
  }

  public long total() {
    return total;
  }

  public int keys() {
    return counts.size();
  }
}
