package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/**
 * Finds directories that have nothing but one directory, which a listing shows in one row (W-31).
 * Its bounds count and do not measure time, so that equal trees are shown alike. For one thread.
 */
final class OnlyChildren {
  private static final int NAME_BYTES_MAX = 255;

  /** Mode, name and id of one directory. A larger tree is not read: it has more, or a long name. */
  private static final int TREE_BYTES_MAX =
      "40000 ".length() + NAME_BYTES_MAX + 1 + Constants.OBJECT_ID_LENGTH;

  private final ObjectReader reader;
  private final int namesMax;
  private int treesLeft;

  OnlyChildren(ObjectReader reader, int namesMax, int treesMax) {
    this.reader = reader;
    this.namesMax = namesMax;
    this.treesLeft = treesMax;
  }

  /** Returns the way down from each directory that has only one directory. */
  SortedMap<TreeName, TreePath> of(List<TreeEntry> entries) throws IOException {
    SortedMap<TreeName, TreePath> ways = new TreeMap<>();
    for (TreeEntry entry : entries) {
      if (entry.mode() == TreeEntry.Mode.DIRECTORY) {
        TreePath way = below(entry.oid());
        if (!way.isRoot()) {
          ways.put(entry.name(), way);
        }
      }
    }
    return ways;
  }

  private TreePath below(Oid directory) throws IOException {
    List<TreeName> names = new ArrayList<>();
    Optional<TreeEntry> child = onlyChild(directory);
    while (child.isPresent() && names.size() < namesMax) {
      names.add(child.get().name());
      child = names.size() < namesMax ? onlyChild(child.get().oid()) : Optional.empty();
    }
    return new TreePath(names);
  }

  private Optional<TreeEntry> onlyChild(Oid directory) throws IOException {
    if (treesLeft-- <= 0) {
      return Optional.empty();
    }
    ObjectId tree = JgitIds.of(directory);
    try {
      if (reader.getObjectSize(tree, Constants.OBJ_TREE) > TREE_BYTES_MAX) {
        return Optional.empty();
      }
      CanonicalTreeParser entries = new CanonicalTreeParser();
      entries.reset(reader, tree);
      if (entries.eof()) {
        return Optional.empty();
      }
      TreeEntry first = TreeFinder.entry(entries);
      entries.next(1);
      return Optional.of(first)
          .filter(one -> entries.eof() && one.mode() == TreeEntry.Mode.DIRECTORY);
    } catch (MissingObjectException _) {
      // Its git data is lost and being sought; the name is still true.
      return Optional.empty();
    }
  }
}
