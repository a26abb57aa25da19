package dev.graspd.server.store.lmdb.format;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The migrations that a program has, by the version that each one reads. */
public final class Migrations {
  /** Format 3 is the first one of a release: no migration leads to it. */
  public static final Migrations ALL = new Migrations(List.of());

  private final SortedMap<Integer, Migration> byVersion;

  public Migrations(List<Migration> all) {
    this.byVersion =
        all.stream()
            .collect(
                Collectors.toMap(
                    Migration::from,
                    Function.identity(),
                    (one, other) -> {
                      throw new IllegalArgumentException("two migrations from " + one.from());
                    },
                    TreeMap::new));
  }

  public Set<Integer> versions() {
    return byVersion.keySet();
  }

  Migration from(int version) {
    Migration migration = byVersion.get(version);
    if (migration == null) {
      throw new IllegalStateException("no migration from format " + version);
    }
    return migration;
  }
}
