package dev.graspd.core.sync.refusal;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.sync.RelayUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Short rows about refused events that are no longer kept whole. The oldest rows leave first. */
final class ColdRefusals {
  /** The most relays remembered for one event. */
  static final int RELAYS_MAX = 4;

  private final int idsMax;
  private final Map<EventId, Entry> entries = new LinkedHashMap<>();
  private final Map<Speaker, Set<EventId>> bySpeaker = new HashMap<>();

  /** An author in a repository; the identifier is empty where it is no longer known. */
  record Speaker(PublicKey author, String identifier) {}

  /**
   * One event.
   *
   * @param speaker of an announcement or a state
   * @param relays that it came from
   */
  record Entry(RefusedRow row, Optional<Speaker> speaker, List<RelayUrl> relays) {}

  ColdRefusals(int idsMax) {
    this.idsMax = idsMax;
  }

  /**
   * Remembers an event, or one more relay of an event that is remembered already. Returns whether
   * the event is new.
   */
  boolean add(Entry entry) {
    Entry known = entries.get(entry.row().id());
    if (known != null) {
      entries.replace(entry.row().id(), with(known, entry.relays()));
      return false;
    }
    entries.put(entry.row().id(), entry);
    entry
        .speaker()
        .map(speaker -> bySpeaker.computeIfAbsent(speaker, _ -> new LinkedHashSet<>()))
        .ifPresent(ids -> ids.add(entry.row().id()));
    return true;
  }

  private static Entry with(Entry known, List<RelayUrl> more) {
    SortedSet<RelayUrl> relays = new TreeSet<>(known.relays());
    more.stream().filter(_ -> relays.size() < RELAYS_MAX).forEach(relays::add);
    return new Entry(known.row(), known.speaker(), List.copyOf(relays));
  }

  Optional<Entry> remove(EventId id) {
    Optional<Entry> entry = Optional.ofNullable(entries.remove(id));
    entry.flatMap(Entry::speaker).ifPresent(speaker -> unlink(speaker, id));
    return entry;
  }

  private void unlink(Speaker speaker, EventId id) {
    Set<EventId> ids = bySpeaker.get(speaker);
    if (ids != null && ids.remove(id) && ids.isEmpty()) {
      bySpeaker.remove(speaker);
    }
  }

  /** Removes and returns all of one speaker. */
  List<Entry> take(Speaker speaker) {
    List<Entry> taken = new ArrayList<>();
    for (EventId id : List.copyOf(bySpeaker.getOrDefault(speaker, Set.of()))) {
      remove(id).ifPresent(taken::add);
    }
    return taken;
  }

  /** Removes rows beyond the limit, and rows from this time or before; returns the ids. */
  SortedSet<EventId> trim(long overSeconds) {
    SortedSet<EventId> removed = new TreeSet<>();
    for (Entry entry : entries.values()) {
      boolean stays =
          entries.size() - removed.size() <= idsMax && entry.row().atSeconds() > overSeconds;
      if (stays) {
        break;
      }
      removed.add(entry.row().id());
    }
    removed.forEach(this::remove);
    return removed;
  }

  boolean contains(EventId id) {
    return entries.containsKey(id);
  }

  SortedMap<WhyRefused, Integer> counts() {
    SortedMap<WhyRefused, Integer> counts = new TreeMap<>();
    Arrays.stream(WhyRefused.values()).forEach(why -> counts.put(why, 0));
    entries.values().forEach(entry -> counts.merge(entry.row().why(), 1, Integer::sum));
    counts.remove(WhyRefused.ORPHAN);
    return Collections.unmodifiableSortedMap(counts);
  }
}
