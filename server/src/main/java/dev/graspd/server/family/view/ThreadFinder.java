package dev.graspd.server.family.view;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.end.Cascade;
import dev.graspd.core.policy.end.Cascade.Candidate;
import dev.graspd.core.store.EventStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds events that name an event or that it names. Thread-safe. */
public record ThreadFinder(EventStore store, Facts facts, HostingRules rules) {
  /** More than any thread has; a larger thread stays as it is. */
  static final int CONNECTED_MAX = 20_000;

  /** Most names in one thread, because all of it is in memory at once. */
  private static final int NAMING_MAX = 500_000;

  private static final int SLICE_WORK = 2_000;
  private static final int SLICE_BYTES = 1 << 20;

  /** Returns the names by which others may depend on an event. */
  public static Stream<String> namesOf(Event event) {
    return Stream.concat(
        Stream.of(event.id().hex()), event.address().stream().map(Address::toString));
  }

  /**
   * Gives each served event that names this one and can depend on it to the action, until that
   * returns false. Returns whether it always returned true.
   */
  public boolean forEachNaming(String name, Predicate<Event> action) {
    return new TreeSet<>(Admission.NAMING_TAGS)
        .stream()
            .map(letter -> Filter.builder().tag(letter.charAt(0), List.of(name)).build())
            .allMatch(filter ->
                StoreQueries.forEach(
                    store,
                    filter,
                    SLICE_WORK,
                    SLICE_BYTES,
                    event -> !Cascade.canDepend(event.kind()) || action.test(event)));
  }

  /**
   * Returns an event with all events of its thread, but not beyond events that do not depend on
   * others. Empty if these are too many.
   */
  public Optional<Collection<Candidate>> connected(Event first) {
    List<Candidate> found = new ArrayList<>();
    Set<EventId> seen = new HashSet<>(List.of(first.id()));
    ArrayDeque<EventId> next = new ArrayDeque<>(seen);
    int naming = 0;
    while (!next.isEmpty()) {
      // Read one by one: all of them may not fit in memory.
      Event event = facts.accepted(next.remove()).orElse(null);
      if (event == null) {
        continue;
      }
      boolean anchored = Cascade.isAnchored(event, facts, rules);
      Candidate candidate = Candidate.of(event, anchored);
      found.add(candidate);
      naming += candidate.naming().size();
      if (naming > NAMING_MAX || (!anchored && !addNeighbours(event, seen, next))) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }

  private boolean addNeighbours(Event event, Set<EventId> seen, ArrayDeque<EventId> next) {
    Predicate<Event> add =
        other -> {
          if (seen.add(other.id())) {
            next.add(other.id());
          }
          return seen.size() <= CONNECTED_MAX;
        };
    return namedBy(event).allMatch(add)
        && namesOf(event).allMatch(name -> forEachNaming(name, add));
  }

  /** Returns the accepted events that an event names and that can depend on a repository. */
  public Stream<Event> namedBy(Event event) {
    return event.tags().stream()
        .filter(tag -> Admission.NAMING_TAGS.contains(tag.name()))
        .flatMap(tag -> named(tag).stream())
        .filter(other -> Cascade.canDepend(other.kind()));
  }

  private Optional<Event> named(Tag tag) {
    return Hex.isLowerHex(tag.value(), 64)
        ? facts.accepted(EventId.parse(tag.value()))
        : Address.parse(tag.value())
            .flatMap(facts::accepted)
            .flatMap(head -> facts.accepted(head.id()));
  }
}
