package dev.graspd.server.family.view;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Role;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.family.held.HeldIndex;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The authors of served and held announcements and the keys that these list, as many as a
 * repository can have members. Follows the log. Thread-safe.
 */
public final class Participants {

  private final LogTail log;
  private final Map<EventId, SortedSet<PublicKey>> named = new HashMap<>();
  private final Map<PublicKey, Integer> counts = new HashMap<>();

  /** Reads all announcements once, and never many of them at a time. */
  public Participants(EventStore events, RepositoryStore repositories, HeldIndex held) {
    this.log = LogTail.ofNew(events);
    StoreQueries.forEachAnnouncement(events, this::add);
    held.all().stream()
        .filter(entry -> entry.kind() == Kinds.ANNOUNCEMENT)
        .flatMap(entry -> repositories.held(entry.id()).stream())
        .forEach(this::add);
  }

  synchronized boolean contains(PublicKey key) {
    log.read(this::note);
    return counts.containsKey(key);
  }

  private void note(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> add(event);
      case LogRecord.Held(_, var event) -> add(event);
      case LogRecord.Released(_, var event) -> add(event);
      case LogRecord.Removed(_, var id, _, _, _, _) -> remove(id);
      case LogRecord.RefsMoved _, LogRecord.FamilyChanged _ -> {}
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
