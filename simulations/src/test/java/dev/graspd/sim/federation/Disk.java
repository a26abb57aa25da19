package dev.graspd.sim.federation;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a server keeps when it dies: events, what waits, git objects. */
final class Disk implements Facts {
  /**
   * Something that is held.
   *
   * @param untilNanos the end of its wait or, when that is over, of its memory; on the server's own
   *     clock, which stands still while it is down
   */
  record Wait(Event event, Identifier home, boolean lapsed, long untilNanos) {}

  final SortedMap<EventId, Event> served = new TreeMap<>();
  final SortedMap<EventId, Wait> waits = new TreeMap<>();

  /** Ids of events that were replaced, have expired, or have no place here. */
  final SortedMap<EventId, Event> unwanted = new TreeMap<>();

  private final SortedMap<Identifier, Family> families = new TreeMap<>();
  private final SortedMap<Identifier, SortedSet<Oid>> objects = new TreeMap<>();
  private final SortedMap<Identifier, SortedSet<ArrivedTip>> arrived = new TreeMap<>();

  Collection<Family> families() {
    return families.values();
  }

  void put(Family family) {
    families.put(family.identifier(), family);
  }

  @Override
  public Family family(Identifier identifier) {
    Family family = families.get(identifier);
    return family == null ? Family.empty(identifier, Maintainers.Mode.RECIPROCAL) : family;
  }

  private SortedSet<Oid> ids(Identifier identifier) {
    return objects.computeIfAbsent(identifier, _ -> new TreeSet<>());
  }

  ObjectsHere objects(Identifier identifier) {
    SortedSet<Oid> ids = ids(identifier);
    return id -> ids.contains(id) ? Optional.of(ObjectKind.COMMIT) : Optional.empty();
  }

  /** What was brought for events that still wait. */
  SortedSet<ArrivedTip> arrived(Identifier identifier) {
    return arrived.getOrDefault(identifier, new TreeSet<>());
  }

  void putArrived(Identifier identifier, SortedSet<ArrivedTip> remembered) {
    arrived.put(identifier, remembered);
  }

  void add(Identifier identifier, SortedSet<Oid> brought) {
    ids(identifier).addAll(brought);
  }

  @Override
  public Optional<Event> accepted(EventId id) {
    Event event = served.get(id);
    return event == null
        ? waiting().filter(one -> one.id().equals(id)).findFirst()
        : Optional.of(event);
  }

  @Override
  public Optional<EventHead> accepted(Address address) {
    return Stream.concat(served.values().stream(), waiting())
        .filter(event -> event.address().equals(Optional.of(address)))
        .findFirst()
        .map(Event::head);
  }

  /** Returns an event that waits, or whose time is over. */
  Event held(EventId id) {
    return Objects.requireNonNull(waits.get(id), "not held").event();
  }

  /** Returns an event that is served, waits, or is remembered. */
  Event known(EventId id) {
    Event event = served.get(id);
    return event == null ? held(id) : event;
  }

  private Stream<Event> waiting() {
    return waits.values().stream().filter(wait -> !wait.lapsed()).map(Wait::event);
  }

  /** Nobody here names what comes later. */
  @Override
  public Optional<Event> naming(Event event) {
    return Optional.empty();
  }

  /** Nobody here publishes about themself. */
  @Override
  public boolean takesPart(PublicKey key) {
    return false;
  }

  /** The fault of losing what waits. */
  void forgetHeld() {
    for (Wait wait : waits.values()) {
      put(family(wait.home()).without(wait.event().id()));
    }
    waits.clear();
  }
}
