package dev.graspd.server.backup;

import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.store.StoreCopy;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The git files that a store names; all others belong to no family.
 *
 * @param shelves names of directories in quarantine
 */
record Named(List<PackRecord> packs, SortedSet<String> shelves) {
  static Named by(StoreCopy store) {
    return new Named(
        store.repositories().packs(),
        store.repositories().placeholders().stream()
            .map(Placeholder::shelf)
            // A commit that was here already needs no shelf.
            .filter(shelf -> !shelf.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** Returns the paths of packs, relative to the directory of families. */
  SortedSet<String> packPaths() {
    return packs.stream()
        .map(pack -> Layout.name(pack.family()) + "/" + pack.name())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
