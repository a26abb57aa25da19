package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Placeholder;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pushes that wait for their event, in memory. Thread-safe. */
final class Shelves {
  private record Key(EventId event, RepoAddress repository) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::event).thenComparing(Key::repository);

    @Override
    public int compareTo(Key that) {
      return ORDER.compare(this, that);
    }
  }

  private final SortedMap<Key, Placeholder> placeholders = new TreeMap<>();

  Shelves(List<Placeholder> stored) {
    stored.forEach(this::put);
  }

  synchronized void put(Placeholder placeholder) {
    placeholders.put(new Key(placeholder.event(), placeholder.repository()), placeholder);
  }

  synchronized void remove(Placeholder placeholder) {
    placeholders.remove(new Key(placeholder.event(), placeholder.repository()));
  }

  synchronized List<Placeholder> all() {
    return List.copyOf(placeholders.values());
  }

  /** Returns the pushes for an event to repositories of a family. */
  synchronized List<Placeholder> of(EventId event, Identifier family) {
    return placeholders.values().stream()
        .filter(one -> one.event().equals(event))
        .filter(one -> one.repository().identifier().equals(family))
        .toList();
  }

  synchronized List<Placeholder> of(RepoAddress repository) {
    return placeholders.values().stream()
        .filter(one -> one.repository().equals(repository))
        .toList();
  }

  /** Returns the refs of a repository that wait for their event. */
  SortedMap<RefName, Oid> refsOf(RepoAddress repository) {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    of(repository).forEach(one -> refs.put(RefName.ofNostrEvent(one.event()), one.commit()));
    return refs;
  }

  synchronized boolean isUsed(String shelf) {
    return placeholders.values().stream().anyMatch(one -> one.shelf().equals(shelf));
  }

  synchronized long countFrom(String address) {
    return placeholders.values().stream().filter(one -> one.from().equals(address)).count();
  }

  synchronized int count() {
    return placeholders.size();
  }

  synchronized long bytes() {
    return placeholders.values().stream().mapToLong(Placeholder::bytes).sum();
  }
}
