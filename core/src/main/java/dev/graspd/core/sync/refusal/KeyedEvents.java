package dev.graspd.core.sync.refusal;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whole events, kept for a while and found by any of their keys. Bounded in number and in bytes of
 * heap: when full, the oldest events of the host that uses most leave first. So a relay that sends
 * much costs others nothing.
 */
final class KeyedEvents<K> {
  /** A key, with its place in an index. */
  private static final int KEY_BYTES = 4 * HeapBytes.KEY;

  private final int eventsMax;
  private final long bytesMax;
  private final Map<EventId, Kept<K>> kept = new LinkedHashMap<>();
  private final Map<K, Set<EventId>> byKey = new HashMap<>();
  private final Map<String, Long> bytesByHost = new HashMap<>();
  private long bytes;

  private record Kept<K>(SentEvent sent, List<K> keys, long untilNanos, long bytes) {
    String host() {
      return sent.from().host();
    }
  }

  KeyedEvents(int eventsMax, long bytesMax) {
    this.eventsMax = eventsMax;
    this.bytesMax = bytesMax;
  }

  /** Keeps an event that is not kept yet. */
  void add(SentEvent sent, Collection<K> keys, long untilNanos) {
    Event event = sent.event();
    List<K> distinct = List.copyOf(new LinkedHashSet<>(keys));
    Kept<K> entry = new Kept<>(sent, distinct, untilNanos, heapBytes(event, distinct.size()));
    if (kept.containsKey(event.id()) || entry.bytes() > bytesMax) {
      return;
    }
    kept.put(event.id(), entry);
    change(entry.host(), entry.bytes());
    entry
        .keys()
        .forEach(key -> byKey.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(event.id()));
    while (kept.size() > eventsMax || bytes > bytesMax) {
      remove(oldestOfLargestHost());
    }
  }

  /** Returns how many bytes of heap an event with this many keys takes. */
  static long heapBytes(Event event, int keys) {
    return HeapBytes.of(event) + (long) keys * KEY_BYTES;
  }

  private void change(String host, long more) {
    bytes += more;
    bytesByHost.merge(host, more, (old, by) -> old + by == 0 ? null : old + by);
  }

  private EventId oldestOfLargestHost() {
    long most = Collections.max(bytesByHost.values());
    return kept.values().stream()
        .filter(entry -> bytesByHost.getOrDefault(entry.host(), 0L) == most)
        .findFirst()
        .orElseThrow()
        .sent()
        .event()
        .id();
  }

  /** Removes all events with this key and returns them, the oldest entry first. */
  List<SentEvent> take(K key) {
    List<SentEvent> taken = new ArrayList<>();
    for (EventId id : List.copyOf(byKey.getOrDefault(key, Set.of()))) {
      Kept<K> entry = kept.get(id);
      if (entry != null) {
        taken.add(entry.sent());
        remove(id);
      }
    }
    return taken;
  }

  /** Removes an event and returns it, if it is here. */
  List<SentEvent> take(EventId id) {
    Kept<K> entry = kept.get(id);
    if (entry == null) {
      return List.of();
    }
    remove(id);
    return List.of(entry.sent());
  }

  void remove(EventId id) {
    Kept<K> entry = kept.remove(id);
    if (entry == null) {
      return;
    }
    change(entry.host(), -entry.bytes());
    for (K key : entry.keys()) {
      Set<EventId> ids = byKey.get(key);
      if (ids != null && ids.remove(id) && ids.isEmpty()) {
        byKey.remove(key);
      }
    }
  }

  /** Removes events whose time is over; all have the same lifetime. */
  void expire(long nowNanos) {
    List<EventId> over = new ArrayList<>();
    Iterator<Kept<K>> oldest = kept.values().iterator();
    while (oldest.hasNext()) {
      Kept<K> entry = oldest.next();
      if (entry.untilNanos() > nowNanos) {
        break;
      }
      over.add(entry.sent().event().id());
    }
    over.forEach(this::remove);
  }

  boolean contains(EventId id) {
    return kept.containsKey(id);
  }

  int size() {
    return kept.size();
  }

  long bytes() {
    return bytes;
  }
}
