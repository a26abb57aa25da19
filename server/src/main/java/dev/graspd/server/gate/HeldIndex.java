package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What is held, in memory: which event waits in which family and until when. The events themselves
 * are in the store. Thread-safe.
 */
final class HeldIndex {
  /** What is known of a held event without reading it. */
  record Entry(EventId id, int kind, PublicKey author, Ticket ticket, Wait until, int bytes) {
    /** Returns when its time is over, or was, on the calendar. */
    Instant end(UptimeClock clock) {
      if (until.lapsedSeconds().isPresent()) {
        return Instant.ofEpochSecond(until.lapsedSeconds().getAsLong());
      }
      long memory = until.lapsed() ? ticket.memory().toNanos() : 0;
      return clock.calendarOf(until.deadlineNanos() - memory);
    }
  }

  private final Map<EventId, Entry> byId = new HashMap<>();
  private final Map<Identifier, SortedMap<EventId, Entry>> byHome = new HashMap<>();
  private long bytes;

  HeldIndex(List<Waiting> waiting) {
    waiting.forEach(one -> put(one.event(), one.until()));
  }

  synchronized void put(Event event, Wait until) {
    remove(event.id());
    Entry entry =
        new Entry(
            event.id(), event.kind(), event.author(), ticketOf(event), until, event.json().length);
    byId.put(event.id(), entry);
    byHome.computeIfAbsent(until.home(), _ -> new TreeMap<>()).put(event.id(), entry);
    bytes += entry.bytes();
  }

  /** Changes how long an event waits, if it does. */
  synchronized void renew(EventId id, Wait until) {
    Entry old = byId.get(id);
    if (old != null) {
      Entry entry = new Entry(id, old.kind(), old.author(), old.ticket(), until, old.bytes());
      byId.put(id, entry);
      byHome.computeIfAbsent(until.home(), _ -> new TreeMap<>()).put(id, entry);
    }
  }

  synchronized Optional<Entry> remove(EventId id) {
    Entry entry = byId.remove(id);
    if (entry == null) {
      return Optional.empty();
    }
    bytes -= entry.bytes();
    SortedMap<EventId, Entry> family = byHome.get(entry.until().home());
    if (family != null) {
      family.remove(id);
      if (family.isEmpty()) {
        byHome.remove(entry.until().home());
      }
    }
    return Optional.of(entry);
  }

  /** Forgets those of a family that the store has removed by itself. */
  void forgetRemoved(Identifier home, Predicate<EventId> isStillHeld) {
    for (Entry entry : of(home)) {
      if (!isStillHeld.test(entry.id())) {
        remove(entry.id());
      }
    }
  }

  synchronized Optional<Entry> find(EventId id) {
    return Optional.ofNullable(byId.get(id));
  }

  synchronized List<Entry> of(Identifier home) {
    return List.copyOf(byHome.getOrDefault(home, new TreeMap<>()).values());
  }

  synchronized List<Entry> all() {
    return List.copyOf(byId.values());
  }

  synchronized int count() {
    return byId.size();
  }

  synchronized long bytes() {
    return bytes;
  }

  /** Returns what waits when this event does. */
  static Ticket ticketOf(Event event) {
    return switch (event.kind()) {
      case Kinds.ANNOUNCEMENT ->
          new Ticket.OfAnnouncement(
              Announcement.of(event).orElseThrow(() -> notHeld(event)).address());
      case Kinds.REPO_STATE ->
          new Ticket.OfState(RepoState.of(event).orElseThrow(() -> notHeld(event)).id());
      case Kinds.PULL_REQUEST, Kinds.PULL_REQUEST_UPDATE -> new Ticket.OfPullRequest(event.id());
      default -> throw notHeld(event);
    };
  }

  private static IllegalArgumentException notHeld(Event event) {
    return new IllegalArgumentException("such events do not wait: " + event);
  }
}
