package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Labelling;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.member.Members;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Divides events into the threads of a repository (W-40, W-43). An event belongs to the thread of
 * the event that it names as root, however long the way there is; a patch whose previous one is not
 * here begins a thread.
 */
public final class Threads {
  private final Members members;
  private final Map<EventId, TalkEvent> events = new HashMap<>();
  private final Map<EventId, Optional<EventId>> rootOf = new HashMap<>();

  private Threads(Members members) {
    this.members = members;
  }

  /** Returns the threads by the ids of their roots. */
  public static SortedMap<EventId, ThreadEvents> of(Collection<Event> events, Members members) {
    return ofRead(
        events.stream().flatMap(event -> TalkReader.read(event).stream()).toList(), members);
  }

  /** Returns the threads of events that were read already. */
  public static SortedMap<EventId, ThreadEvents> ofRead(
      Collection<TalkEvent> events, Members members) {
    Threads threads = new Threads(members);
    events.forEach(one -> threads.events.put(one.id(), one));
    return threads.divide();
  }

  private SortedMap<EventId, ThreadEvents> divide() {
    Map<EventId, List<TalkEvent>> others = new HashMap<>();
    List<Root> roots = new ArrayList<>();
    for (TalkEvent event : events.values()) {
      for (EventId root : rootsOf(event)) {
        if (root.equals(event.id()) && event instanceof Root begins) {
          roots.add(begins);
        } else {
          others.computeIfAbsent(root, _ -> new ArrayList<>()).add(event);
        }
      }
    }
    SortedMap<EventId, ThreadEvents> threads = new TreeMap<>();
    for (Root root : roots) {
      threads.put(root.id(), new ThreadEvents(root, others.getOrDefault(root.id(), List.of())));
    }
    return Collections.unmodifiableSortedMap(threads);
  }

  private List<EventId> rootsOf(TalkEvent event) {
    return event instanceof Labelling labelling
        ? labelling.names().stream().flatMap(id -> rootOf(id).stream()).distinct().toList()
        : rootOf(event.id()).stream().toList();
  }

  /**
   * Follows what events name, each event once however many ask. An event on the way counts as lost
   * until its end is known, which ends a circle.
   */
  private Optional<EventId> rootOf(EventId id) {
    List<EventId> way = new ArrayList<>();
    EventId at = id;
    Optional<EventId> end = rootOf.get(at);
    while (end == null) {
      rootOf.put(at, Optional.empty());
      way.add(at);
      Optional<EventId> next = next(at);
      end = next.isEmpty() ? Optional.empty() : rootOf.get(next.get());
      at = next.orElse(at);
    }
    Optional<EventId> root = end;
    for (EventId passed : way.reversed()) {
      root = root.isPresent() ? root : itself(passed);
      rootOf.put(passed, root);
    }
    return rootOf.getOrDefault(id, Optional.empty());
  }

  private Optional<EventId> next(EventId at) {
    TalkEvent event = events.get(at);
    if (event == null) {
      return Optional.empty();
    }
    Optional<EventId> named = event.names().stream().findFirst();
    return event instanceof Root ? named.filter(this::isPatch) : named;
  }

  /** A patch follows patches alone. */
  private boolean isPatch(EventId id) {
    return events.get(id) instanceof Root root && root.kind() == RootKind.PATCH;
  }

  /** A root of this repository begins a thread if nothing before it does. */
  private Optional<EventId> itself(EventId id) {
    return events.get(id) instanceof Root root
            && root.repositories().stream().anyMatch(members::share)
        ? Optional.of(id)
        : Optional.empty();
  }
}
