package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What of a family's objects may never be removed, with all that it refers to: the one place that
 * knows. Whoever keeps objects for a new reason adds it here. Thread-safe; inside the family's lane
 * the answer holds until the lane is left.
 */
final class FamilyRoots {
  private final RepositoryStore store;
  private final Facts facts;
  private final Shelves shelves;

  FamilyRoots(RepositoryStore store, Facts facts, Shelves shelves) {
    this.store = store;
    this.facts = facts;
    this.shelves = shelves;
  }

  /** Returns the roots of a family; not all of them need be here. */
  SortedSet<Oid> of(Identifier family) {
    SortedSet<Oid> roots = new TreeSet<>();
    for (Refs refs : store.refs(family).values()) {
      roots.addAll(refs.values().values());
    }
    store.submissions(family).forEach(one -> roots.add(one.commit()));
    // A repository that has ended may come back.
    roots.addAll(Holdings.needed(store, family));
    // What is held now may be served next: its objects may be here already.
    roots.addAll(facts.family(family).namedObjects());
    store.arrived(family).forEach(one -> roots.add(one.tip()));
    waiting(family).forEach(push -> roots.add(push.commit()));
    return roots;
  }

  /** Returns who has something in a family: for them its bytes count. */
  SortedSet<PublicKey> owners(Identifier family) {
    SortedSet<PublicKey> owners = new TreeSet<>(store.refs(family).keySet());
    store.submissions(family).forEach(one -> owners.add(one.signer()));
    store.holdings(family).stream()
        .filter(holding -> holding.phase().isRestorable())
        .forEach(holding -> owners.add(holding.repository().owner()));
    return owners;
  }

  /** Returns the shelves whose objects may refer to published ones. */
  SortedSet<String> shelves(Identifier family) {
    SortedSet<String> used = new TreeSet<>();
    waiting(family).stream()
        .map(Placeholder::shelf)
        .filter(shelf -> !shelf.isEmpty())
        .forEach(used::add);
    return used;
  }

  private List<Placeholder> waiting(Identifier family) {
    return shelves.all().stream().filter(push -> push.space().identifier().equals(family)).toList();
  }
}
