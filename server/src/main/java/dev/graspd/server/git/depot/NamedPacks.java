package dev.graspd.server.git.depot;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.RepositoryStore;
import java.util.SortedSet;

/**
 * Which packs belong to a family. They alone are read, whatever lies in its directory: a pack is
 * published by the transaction that names it. Asked before every use of a family's objects, so it
 * must be quick. Thread-safe.
 */
@FunctionalInterface
public interface NamedPacks {
  /** Returns the names of a family's packs now, without endings. */
  SortedSet<String> of(Identifier family);

  /** Reads the rows of a store, and only if the family has changed since the last time. */
  static NamedPacks in(RepositoryStore store) {
    return new StoredNames(store);
  }
}
