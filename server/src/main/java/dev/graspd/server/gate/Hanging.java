package dev.graspd.server.gate;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Hex;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Cascade;
import dev.graspd.core.policy.Cascade.Candidate;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
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

/** Finds what is connected with an event by naming it or being named. Thread-safe. */
final class Hanging {
  /** More than any thread has; of a larger one nothing is judged, so that nothing is lost. */
  static final int CONNECTED_MAX = 20_000;

  /** Most that all of them may name: what is judged is in memory at once. */
  private static final int NAMING_MAX = 500_000;

  private static final int SLICE_WORK = 2_000;
  private static final int SLICE_BYTES = 1 << 20;

  private final EventStore store;
  private final Facts facts;
  private final HostingRules rules;

  Hanging(EventStore store, Facts facts, HostingRules rules) {
    this.store = store;
    this.facts = facts;
    this.rules = rules;
  }

  /** Returns the names by which others may hang on an event. */
  static Stream<String> namesOf(Event event) {
    return Stream.concat(
        Stream.of(event.id().hex()), event.address().stream().map(Address::toString));
  }

  /**
   * Gives each served event to the action that names this one and can hang on it, until it says no.
   * Returns whether it never did.
   */
  boolean forEachNaming(String name, Predicate<Event> action) {
    return new TreeSet<>(Admission.NAMING_TAGS)
        .stream()
            .map(letter -> Filter.builder().tag(letter.charAt(0), List.of(name)).build())
            .allMatch(filter ->
                StoreQueries.forEach(
                    store,
                    filter,
                    SLICE_WORK,
                    SLICE_BYTES,
                    event -> !Cascade.canHang(event.kind()) || action.test(event)));
  }

  /**
   * Returns an event with all that it is connected with; not beyond those that belong here by
   * themselves. Empty if that is too much.
   */
  Optional<Collection<Candidate>> connected(Event first) {
    List<Candidate> found = new ArrayList<>();
    Set<EventId> seen = new HashSet<>(List.of(first.id()));
    ArrayDeque<EventId> next = new ArrayDeque<>(seen);
    int naming = 0;
    while (!next.isEmpty()) {
      // Read when its turn comes: all at once may be more than there is memory.
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

  /** Returns the accepted events that one names and that can hang on a repository. */
  Stream<Event> namedBy(Event event) {
    return event.tags().stream()
        .filter(tag -> Admission.NAMING_TAGS.contains(tag.name()))
        .flatMap(tag -> named(tag).stream())
        .filter(other -> Cascade.canHang(other.kind()));
  }

  private Optional<Event> named(Tag tag) {
    return Hex.isLowerHex(tag.value(), 64)
        ? facts.accepted(EventId.parse(tag.value()))
        : Address.parse(tag.value())
            .flatMap(facts::accepted)
            .flatMap(head -> facts.accepted(head.id()));
  }
}
