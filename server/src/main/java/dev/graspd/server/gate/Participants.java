package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Role;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The keys that announcements name: their authors and whom they list, as many as a repository can
 * have members, served or held. Follows the log. Thread-safe.
 */
final class Participants {
  private static final int TAIL_RECORDS = 1_000;
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;

  private final EventStore events;
  private final Map<EventId, SortedSet<PublicKey>> named = new HashMap<>();
  private final Map<PublicKey, Integer> counts = new HashMap<>();
  private long seenSeq;

  /** Reads all announcements once, and never many of them at a time. */
  Participants(EventStore events, RepositoryStore repositories, HeldIndex held) {
    this.events = events;
    this.seenSeq = events.lastSeq();
    Filter all = Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT)).build();
    boolean _ =
        StoreQueries.forEach(
            events,
            all,
            SLICE_WORK,
            SLICE_BYTES,
            event -> {
              add(event);
              return true;
            });
    held.all().stream()
        .filter(entry -> entry.kind() == Kinds.ANNOUNCEMENT)
        .flatMap(entry -> repositories.held(entry.id()).stream())
        .forEach(this::add);
  }

  synchronized boolean contains(PublicKey key) {
    List<LogRecord> records = events.tail(seenSeq, TAIL_RECORDS);
    while (!records.isEmpty()) {
      records.forEach(this::note);
      seenSeq = records.getLast().seq();
      records = events.tail(seenSeq, TAIL_RECORDS);
    }
    return counts.containsKey(key);
  }

  private void note(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> add(event);
      case LogRecord.Held(_, var event) -> add(event);
      case LogRecord.Released(_, var event) -> add(event);
      case LogRecord.Removed(_, var id, _, _, _, _) -> remove(id);
      case LogRecord.RefsMoved _ -> {}
    }
  }

  private void add(Event event) {
    Announcement.of(event)
        .ifPresent(announcement -> {
          SortedSet<PublicKey> keys = new TreeSet<>();
          Stream.concat(
                  announcement.maintainers().stream(), announcement.roles().stream().map(Role::key))
              .limit(Maintainers.MEMBERS_MAX)
              .forEach(keys::add);
          keys.add(announcement.author());
          if (named.put(event.id(), keys) == null) {
            keys.forEach(key -> counts.merge(key, 1, Integer::sum));
          }
        });
  }

  private void remove(EventId id) {
    SortedSet<PublicKey> keys = named.remove(id);
    if (keys != null) {
      keys.forEach(
          key -> counts.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1));
    }
  }
}
