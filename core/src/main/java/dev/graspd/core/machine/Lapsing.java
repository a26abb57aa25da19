package dev.graspd.core.machine;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Facts that expire, all after the same time; when there are too many, the one that expires first
 * is forgotten. Owned by one machine.
 *
 * @param <K> what the fact is about
 * @param <V> the fact
 */
public final class Lapsing<K, V> {
  /** One fact, valid until {@code untilNanos}. */
  public record Entry<K, V>(K key, V value, long untilNanos) {}

  private final Duration time;
  private final int max;

  /** In order of expiry, which is the order of arrival. */
  private final Map<K, Entry<K, V>> entries = new LinkedHashMap<>();

  public Lapsing(Duration time, int max) {
    this.time = time;
    this.max = max;
  }

  /** Adds a fact, or renews its time. */
  public void put(K key, V value, Now now) {
    forgetLapsed(now);
    entries.remove(key);
    if (entries.size() == max) {
      entries.remove(entries.keySet().iterator().next());
    }
    entries.put(key, new Entry<>(key, value, now.after(time)));
  }

  /** Returns the current fact about a key. */
  public Optional<Entry<K, V>> find(K key, Now now) {
    @Nullable Entry<K, V> entry = entries.get(key);
    return Optional.ofNullable(entry).filter(one -> now.nanos() < one.untilNanos());
  }

  /** Returns all current facts, the one that expires first comes first. */
  public List<Entry<K, V>> entries(Now now) {
    return entries.values().stream().filter(entry -> now.nanos() < entry.untilNanos()).toList();
  }

  private void forgetLapsed(Now now) {
    Iterator<Entry<K, V>> oldest = entries.values().iterator();
    while (oldest.hasNext() && oldest.next().untilNanos() <= now.nanos()) {
      oldest.remove();
    }
  }
}
