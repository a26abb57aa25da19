package dev.graspd.server.git.depot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** The names of packs in a store, kept as long as the version of their family. Thread-safe. */
final class StoredNames implements NamedPacks {
  /** As many families as can be open at the same time. */
  private static final int FAMILIES_MAX = 512;

  private record Names(long version, SortedSet<String> names) {}

  private final RepositoryStore store;

  private final Cache<Identifier, Names> known =
      Caffeine.newBuilder().maximumSize(FAMILIES_MAX).build();

  StoredNames(RepositoryStore store) {
    this.store = store;
  }

  @Override
  public SortedSet<String> of(Identifier family) {
    // The version first: names that are newer than their version are only read once too often.
    long version = store.version(family);
    Names kept = known.getIfPresent(family);
    if (kept != null && kept.version == version) {
      return kept.names;
    }
    Names read = new Names(version, read(family));
    known.put(family, read);
    return read.names;
  }

  private SortedSet<String> read(Identifier family) {
    SortedSet<String> names = new TreeSet<>();
    for (PackRecord pack : store.packs(family)) {
      names.add(pack.name());
    }
    return Collections.unmodifiableSortedSet(names);
  }
}
