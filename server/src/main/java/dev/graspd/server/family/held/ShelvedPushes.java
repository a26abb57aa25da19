package dev.graspd.server.family.held;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.charge.Payer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The pushes that wait for their event, in memory. Thread-safe. */
public final class ShelvedPushes {
  private record Key(EventId event, RefSpace space) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::event).thenComparing(Key::space);

    @Override
    public int compareTo(Key that) {
      return ORDER.compare(this, that);
    }
  }

  private final SortedMap<Key, Placeholder> placeholders = new TreeMap<>();
  private final Map<Identifier, SortedMap<Key, Placeholder>> byFamily = new HashMap<>();

  private final HeldCharges charges;

  public ShelvedPushes(List<Placeholder> stored, HeldCharges charges) {
    this.charges = charges;
    stored.forEach(this::put);
  }

  private void put(Placeholder placeholder) {
    placeholders.put(keyOf(placeholder), placeholder);
    byFamily
        .computeIfAbsent(placeholder.space().identifier(), _ -> new TreeMap<>())
        .put(keyOf(placeholder), placeholder);
  }

  private static Key keyOf(Placeholder placeholder) {
    return new Key(placeholder.event(), placeholder.space());
  }

  /** What is different when the pushes to a family were read again. */
  public record Difference(List<Placeholder> gone, List<Placeholder> begun) {}

  /** Takes over all pushes to a family that wait for their event. */
  public synchronized Difference replace(Identifier family, List<Placeholder> now) {
    SortedMap<Key, Placeholder> known = byFamily.remove(family);
    SortedMap<Key, Placeholder> gone = known == null ? new TreeMap<>() : known;
    List<Placeholder> begun = new ArrayList<>();
    for (Placeholder one : now) {
      if (!one.equals(gone.remove(keyOf(one)))) {
        begun.add(one);
      }
      put(one);
    }
    placeholders.keySet().removeAll(gone.keySet());
    return new Difference(List.copyOf(gone.values()), begun);
  }

  public synchronized List<Placeholder> all() {
    return List.copyOf(placeholders.values());
  }

  public synchronized List<Placeholder> of(EventId event, Identifier family) {
    return byFamily.getOrDefault(family, new TreeMap<>()).values().stream()
        .filter(one -> one.event().equals(event))
        .toList();
  }

  /** Returns the pushes to a family, by event. */
  public synchronized List<Placeholder> of(Identifier family) {
    return List.copyOf(byFamily.getOrDefault(family, new TreeMap<>()).values());
  }

  /** Returns the families with pushes for an event. */
  public synchronized SortedSet<Identifier> familiesOf(EventId event) {
    SortedSet<Identifier> families = new TreeSet<>();
    placeholders.values().stream()
        .filter(one -> one.event().equals(event))
        .forEach(one -> families.add(one.space().identifier()));
    return families;
  }

  public synchronized List<Placeholder> of(RefSpace space) {
    return byFamily.getOrDefault(space.identifier(), new TreeMap<>()).values().stream()
        .filter(one -> one.space().equals(space))
        .toList();
  }

  /** Returns the refs of a ref space that wait for their event. */
  public SortedMap<RefName, Oid> refsOf(RefSpace space) {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    of(space).forEach(one -> refs.put(RefName.ofNostrEvent(one.event()), one.commit()));
    return refs;
  }

  /** Returns the names of all shelves that are in use. */
  public synchronized SortedSet<String> used() {
    SortedSet<String> used = new TreeSet<>();
    placeholders.values().stream()
        .map(Placeholder::shelf)
        .filter(shelf -> !shelf.isEmpty())
        .forEach(used::add);
    return used;
  }

  public synchronized boolean isUsed(String shelf) {
    return placeholders.values().stream().anyMatch(one -> one.shelf().equals(shelf));
  }

  /** Returns the stored name of a payer; empty for the operator. */
  public String nameOf(Payer payer) {
    return charges.name(payer);
  }

  /**
   * Returns whether a payer may begin this many more pushes. The larger network around an IPv6
   * address has as many places as two addresses.
   */
  public synchronized boolean hasPlace(Payer payer, long begun, int maxPerAddress) {
    String name = nameOf(payer);
    String site = HeldCharges.siteOf(name);
    long ofSite = site.isEmpty() ? 0 : count(one -> HeldCharges.siteOf(one.from()).equals(site));
    return payer.isOperator()
        || (count(one -> one.from().equals(name)) + begun <= maxPerAddress
            && ofSite + begun <= 2L * maxPerAddress);
  }

  private long count(Predicate<Placeholder> isCounted) {
    return placeholders.values().stream().filter(isCounted).count();
  }

  public synchronized int count() {
    return placeholders.size();
  }

  public synchronized long bytes() {
    return placeholders.values().stream().mapToLong(Placeholder::bytes).sum();
  }
}
