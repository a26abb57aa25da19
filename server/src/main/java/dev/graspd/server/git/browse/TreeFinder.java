package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/** Finds entries of trees by the bytes of their names. */
public record TreeFinder(ObjectReader reader) {
  /** Directories first, as people expect it; each group in the order of bytes. */
  private static final Comparator<TreeEntry> SHOWN_ORDER =
      Comparator.<TreeEntry, Boolean>comparing(entry -> entry.mode() != Mode.DIRECTORY)
          .thenComparing(TreeEntry::name);

  /** What is at a path. */
  public sealed interface Spot {
    record OfTree(Oid tree) implements Spot {}

    record OfEntry(TreeEntry entry) implements Spot {}
  }

  /** Finds what is at a path below a revision. */
  public Outcome<Spot> find(Revision.Target target, TreePath path) throws IOException {
    Optional<ObjectId> root = rootOf(target);
    if (root.isEmpty()) {
      return new Outcome.Absent<>();
    }
    ObjectId tree = root.get();
    for (int i = 0; i < path.names().size(); i++) {
      Optional<TreeEntry> entry = entry(tree, path.names().get(i));
      if (entry.isEmpty()) {
        return new Outcome.Absent<>();
      }
      boolean isDirectory = entry.get().mode() == Mode.DIRECTORY;
      if (!isDirectory) {
        boolean isEnd = i == path.names().size() - 1;
        return isEnd
            ? new Outcome.Found<>(new Spot.OfEntry(sized(entry.get())))
            : new Outcome.Absent<>();
      }
      tree = JgitIds.of(entry.get().oid());
    }
    return new Outcome.Found<>(new Spot.OfTree(JgitIds.oid(tree)));
  }

  private Optional<ObjectId> rootOf(Revision.Target target) throws IOException {
    return switch (target.kind()) {
      case COMMIT -> {
        try (RevWalk walk = new RevWalk(reader)) {
          yield Optional.of(walk.parseCommit(JgitIds.of(target.oid())).getTree().copy());
        }
      }
      case TREE -> Optional.of(JgitIds.of(target.oid()));
      case BLOB -> Optional.empty();
    };
  }

  private Optional<TreeEntry> entry(ObjectId tree, TreeName wanted) throws IOException {
    byte[] name = wanted.bytes();
    CanonicalTreeParser entries = open(tree);
    for (; !entries.eof(); entries.next(1)) {
      if (isNamed(entries, name)) {
        return Optional.of(entry(entries));
      }
    }
    return Optional.empty();
  }

  private static boolean isNamed(CanonicalTreeParser entry, byte[] name) {
    if (entry.getNameLength() != name.length) {
      return false;
    }
    byte[] buffer = new byte[name.length];
    entry.getName(buffer, 0);
    return java.util.Arrays.equals(buffer, name);
  }

  private CanonicalTreeParser open(ObjectId tree) throws IOException {
    CanonicalTreeParser entries = new CanonicalTreeParser();
    entries.reset(reader, tree);
    return entries;
  }

  static TreeEntry entry(CanonicalTreeParser at) {
    byte[] name = new byte[at.getNameLength()];
    at.getName(name, 0);
    return new TreeEntry(
        TreeName.of(name), mode(at.getEntryFileMode()), JgitIds.oid(at.getEntryObjectId()), 0);
  }

  /** Git knows no other modes; old trees have group-writable files. */
  static Mode mode(FileMode mode) {
    if (mode.equals(FileMode.TREE)) {
      return Mode.DIRECTORY;
    }
    if (mode.equals(FileMode.GITLINK)) {
      return Mode.SUBMODULE;
    }
    if (mode.equals(FileMode.SYMLINK)) {
      return Mode.SYMLINK;
    }
    return mode.equals(FileMode.EXECUTABLE_FILE) ? Mode.EXECUTABLE : Mode.FILE;
  }

  Outcome<Directory> list(Oid tree, Optional<TreeName> after, int max, QuestionBudget budget)
      throws IOException {
    List<TreeEntry> all = new ArrayList<>();
    for (CanonicalTreeParser at = open(JgitIds.of(tree)); !at.eof(); at.next(1)) {
      if (!budget.step()) {
        return new Outcome.TooMuch<>();
      }
      all.add(entry(at));
    }
    all.sort(SHOWN_ORDER);
    int from = after.map(name -> 1 + indexOf(all, name)).orElse(0);
    List<TreeEntry> page = new ArrayList<>();
    for (TreeEntry entry : all.subList(from, Math.min(all.size(), from + max))) {
      page.add(sized(entry));
    }
    return new Outcome.Found<>(new Directory(page, all.size(), from + page.size() == all.size()));
  }

  private static int indexOf(List<TreeEntry> entries, TreeName name) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private TreeEntry sized(TreeEntry entry) throws IOException {
    if (!entry.mode().isFile() && entry.mode() != Mode.SYMLINK) {
      return entry;
    }
    try {
      long size = reader.getObjectSize(JgitIds.of(entry.oid()), Constants.OBJ_BLOB);
      return new TreeEntry(entry.name(), entry.mode(), entry.oid(), size);
    } catch (MissingObjectException _) {
      // Its git data is lost and being sought; the name is still true.
      return entry;
    }
  }
}
