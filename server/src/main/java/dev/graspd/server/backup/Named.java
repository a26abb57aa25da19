package dev.graspd.server.backup;

import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.store.lmdb.StoreCopy;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What of git's files a store names: nothing else belongs to anybody.
 *
 * @param shelves names of directories in quarantine
 */
record Named(List<PackRecord> packs, SortedSet<String> shelves) {
  static Named by(StoreCopy store) {
    return new Named(
        store.packs(),
        store.placeholders().stream()
            .map(Placeholder::shelf)
            // A commit that was here already needs none.
            .filter(shelf -> !shelf.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** Returns the names of packs, each below that of its family's directory. */
  SortedSet<String> packPaths() {
    return packs.stream()
        .map(pack -> Layout.name(pack.family()) + "/" + pack.name())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
