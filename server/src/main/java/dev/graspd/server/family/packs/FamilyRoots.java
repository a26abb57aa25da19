package dev.graspd.server.family.packs;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.ended.EndedKeeper;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The objects of a family that must stay, with all that they refer to. Every reason to keep objects
 * is here. Thread-safe; inside the family's lane the answer holds until the lane is left.
 */
public record FamilyRoots(RepositoryStore store, Facts facts) {
  /** Returns the roots of a family; some may be missing. */
  SortedSet<Oid> of(Identifier family) {
    SortedSet<Oid> roots = new TreeSet<>();
    for (Refs refs : store.refs(family).values()) {
      roots.addAll(refs.values().values());
    }
    store.submissions(family).forEach(one -> roots.add(one.commit()));
    // An ended repository may be restored.
    roots.addAll(EndedKeeper.needed(store, family));
    // A held event may be served next: its objects may be here already.
    roots.addAll(facts.family(family).namedObjects());
    store.arrived(family).forEach(one -> roots.add(one.tip()));
    store.placeholders(family).forEach(push -> roots.add(push.commit()));
    return roots;
  }

  /** Returns the owners who pay for the bytes of a family. */
  SortedSet<PublicKey> owners(Identifier family) {
    SortedSet<PublicKey> owners = new TreeSet<>(store.refs(family).keySet());
    store.submissions(family).forEach(one -> owners.add(one.signer()));
    store.ended().of(family).stream()
        .filter(ended -> ended.phase().isRestorable())
        .forEach(ended -> owners.add(ended.repository().owner()));
    return owners;
  }

  /** Returns the shelves whose objects may refer to published ones. */
  SortedSet<String> shelves(Identifier family) {
    SortedSet<String> used = new TreeSet<>();
    store.placeholders(family).stream()
        .map(Placeholder::shelf)
        .filter(shelf -> !shelf.isEmpty())
        .forEach(used::add);
    return used;
  }
}
