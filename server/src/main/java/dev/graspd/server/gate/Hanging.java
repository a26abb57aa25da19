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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds what is connected with an event by naming it or being named. Thread-safe. */
final class Hanging {
  /** More than any thread has; of a larger one nothing is judged, so that nothing is lost. */
  static final int CONNECTED_MAX = 20_000;

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
    Map<EventId, Candidate> found = new HashMap<>();
    ArrayDeque<Event> next = new ArrayDeque<>(List.of(first));
    while (!next.isEmpty()) {
      Event event = next.remove();
      if (found.containsKey(event.id())) {
        continue;
      }
      boolean anchored = Cascade.isAnchored(event, facts, rules);
      found.put(event.id(), new Candidate(event, anchored));
      if (!anchored && !addNeighbours(event, found, next)) {
        return Optional.empty();
      }
    }
    return Optional.of(found.values());
  }

  private boolean addNeighbours(
      Event event, Map<EventId, Candidate> found, ArrayDeque<Event> next) {
    Predicate<Event> add =
        other -> {
          if (!found.containsKey(other.id())) {
            next.add(other);
          }
          return found.size() + next.size() <= CONNECTED_MAX;
        };
    return namedBy(event).allMatch(add) && namesOf(event).allMatch(name -> forEachNaming(name, add));
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
        : Address.parse(tag.value()).flatMap(facts::accepted);
  }
}
