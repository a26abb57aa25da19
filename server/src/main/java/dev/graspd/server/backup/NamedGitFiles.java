package dev.graspd.server.backup;

import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.base.FamilyWalk;
import dev.graspd.server.base.PathSet;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.store.StoreCopy;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The git files that a store names; all others belong to no family. The store must stay open: packs
 * are read as they are asked for, so that memory does not grow with them.
 */
record NamedGitFiles(RepositoryStore store) {
  static NamedGitFiles by(StoreCopy store) {
    return new NamedGitFiles(store.repositories());
  }

  Stream<PackRecord> packs() {
    return FamilyWalk.packs(store);
  }

  long packBytes() {
    return packs().mapToLong(PackRecord::bytes).sum();
  }

  /** Returns the names of directories in quarantine; strangers cannot add many. */
  SortedSet<String> shelves() {
    return store.placeholders().stream()
        .map(Placeholder::shelf)
        // A commit that was here already needs no shelf.
        .filter(shelf -> !shelf.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the paths of packs, relative to the directory of families. */
  PathSet packPaths() {
    return PathSet.of(packs().map(pack -> Layout.name(pack.family()) + "/" + pack.name()));
  }
}
