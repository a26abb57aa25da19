package dev.graspd.system.crash;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The events that were sent to a relay, and those that it acknowledged; tells whether its answers
 * can be true. Other events may be there or not, whole.
 */
final class Ledger {
  private final SortedMap<EventId, Event> sent = new TreeMap<>();
  private final SortedSet<EventId> acknowledged = new TreeSet<>();

  synchronized void sent(Event event) {
    sent.put(event.id(), event);
  }

  synchronized void acknowledged(EventId id) {
    acknowledged.add(id);
  }

  synchronized int acknowledgedCount() {
    return acknowledged.size();
  }

  synchronized List<Event> acknowledgedEvents() {
    return acknowledged.stream().map(sent::get).toList();
  }

  /** Returns what cannot be, in words; empty if all is well. */
  synchronized List<String> problems(Set<EventId> served) {
    List<String> problems = new ArrayList<>();
    served.stream()
        .filter(id -> !sent.containsKey(id))
        .forEach(id -> problems.add("served and never sent: " + id));
    List<Event> here = served.stream().filter(sent::containsKey).map(sent::get).toList();
    List<Event> deletions = here.stream().filter(e -> e.kind() == Kinds.DELETION).toList();
    for (Event event : acknowledgedEvents()) {
      if (!served.contains(event.id()) && !mayBeAbsent(event, here, deletions)) {
        problems.add("acknowledged and lost: " + event);
      }
      if (event.kind() == Kinds.DELETION) {
        hiddenBy(event, here).forEach(e -> problems.add("deleted and served: " + e));
      }
    }
    deletions.stream()
        .flatMap(deletion -> hiddenBy(deletion, here).stream())
        .forEach(e -> problems.add("served beside its deletion: " + e));
    addressesServedTwice(here).forEach(a -> problems.add("two versions served: " + a));
    return problems;
  }

  private boolean mayBeAbsent(Event event, List<Event> here, List<Event> deletions) {
    // A deletion that hid nothing is remembered and not served.
    return event.kind() == Kinds.DELETION
        || isHidden(event, deletions)
        || versionsAfter(event).stream()
            .anyMatch(newer -> here.contains(newer) || isHidden(newer, deletions));
  }

  private List<Event> versionsAfter(Event event) {
    return sent.values().stream()
        .filter(other -> event.address().isPresent() && event.address().equals(other.address()))
        .filter(other -> Event.NEWEST_FIRST.compare(other, event) < 0)
        .toList();
  }

  private static boolean isHidden(Event event, List<Event> deletions) {
    return deletions.stream().anyMatch(deletion -> hides(deletion, event));
  }

  private static List<Event> hiddenBy(Event deletion, List<Event> events) {
    return events.stream().filter(event -> hides(deletion, event)).toList();
  }

  private static boolean hides(Event deletion, Event event) {
    if (!deletion.author().equals(event.author()) || !DeletionRequest.canHide(event.kind())) {
      return false;
    }
    DeletionRequest request = DeletionRequest.of(deletion);
    return request.ids().contains(event.id())
        || (event.createdAt() <= deletion.createdAt()
            && event.address().filter(request.addresses()::contains).isPresent());
  }

  private static List<Address> addressesServedTwice(List<Event> here) {
    Map<Address, Integer> versions = new TreeMap<>();
    here.forEach(e -> e.address().ifPresent(a -> versions.merge(a, 1, Integer::sum)));
    return versions.entrySet().stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }
}
