package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/**
 * Finds the commit that last changed each entry of a directory, in one walk: an entry that a parent
 * has too is passed on to that parent. For one thread.
 */
final class LastCommits {
  /** The most entries that are asked for one by one before it is cheaper to read the trees. */
  private static final int ENTRIES_ASKED_MAX = 64;

  private final ObjectReader reader;
  private final RevWalk walk;
  private final TreePath path;
  private final Map<RevCommit, SortedSet<TreeName>> waiting = new HashMap<>();

  /** Children first, so that entries that meet again in a commit are handled together. */
  private final PriorityQueue<RevCommit> queue =
      new PriorityQueue<>(
          Comparator.comparingInt(RevCommit::getCommitTime)
              .reversed()
              .thenComparing(commit -> commit));

  private final SortedMap<TreeName, Oid> found = new TreeMap<>();

  /** The paths of entries, as the commit graph knows them. */
  private final Map<TreeName, byte[]> paths = new HashMap<>();

  private LastCommits(ObjectReader reader, RevWalk walk, TreePath path) {
    this.reader = reader;
    this.walk = walk;
    this.path = path;
  }

  /** Returns a commit for every entry of a directory, if the budget is large enough. */
  static Outcome<SortedMap<TreeName, Oid>> of(
      ObjectReader reader, Oid commit, TreePath path, QuestionBudget budget) throws IOException {
    return of(reader, commit, path, _ -> true, budget);
  }

  /** Returns the commit that last changed one entry, if the budget is large enough. */
  static Outcome<Oid> ofEntry(
      ObjectReader reader, Oid commit, TreePath entry, QuestionBudget budget) throws IOException {
    TreeName wanted = entry.names().getLast();
    return switch (of(reader, commit, entry.parent(), wanted::equals, budget)) {
      case Outcome.Found<SortedMap<TreeName, Oid>>(var found) when found.containsKey(wanted) ->
          new Outcome.Found<>(found.get(wanted));
      case Outcome.Found<SortedMap<TreeName, Oid>> _ -> new Outcome.Absent<>();
      case Outcome.Absent<SortedMap<TreeName, Oid>> _ -> new Outcome.Absent<>();
      case Outcome.TooMuch<SortedMap<TreeName, Oid>> _ -> new Outcome.TooMuch<>();
    };
  }

  private static Outcome<SortedMap<TreeName, Oid>> of(
      ObjectReader reader,
      Oid commit,
      TreePath path,
      Predicate<TreeName> isWanted,
      QuestionBudget budget)
      throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      return new LastCommits(reader, walk, path)
          .search(walk.parseCommit(JgitIds.of(commit)), isWanted, budget);
    }
  }

  private Outcome<SortedMap<TreeName, Oid>> search(
      RevCommit tip, Predicate<TreeName> isWanted, QuestionBudget budget) throws IOException {
    Optional<ObjectId> directory = directory(tip);
    if (directory.isEmpty()) {
      return new Outcome.Absent<>();
    }
    for (TreeName name : entries(directory.get()).keySet()) {
      if (isWanted.test(name)) {
        paths.put(name, path.child(name).bytes());
      }
    }
    pass(tip, new TreeSet<>(paths.keySet()));
    while (!queue.isEmpty()) {
      if (!budget.step()) {
        return new Outcome.TooMuch<>();
      }
      RevCommit commit = queue.remove();
      SortedSet<TreeName> names = waiting.remove(commit);
      if (names != null) {
        visit(commit, names);
      }
    }
    return new Outcome.Found<>(found);
  }

  private void visit(RevCommit commit, SortedSet<TreeName> names) throws IOException {
    if (isSurelyUnchanged(commit, names)) {
      RevCommit parent = commit.getParent(0);
      walk.parseHeaders(parent);
      pass(parent, names);
      return;
    }
    ObjectId own = directory(commit).orElseThrow();
    Map<TreeName, ObjectId> entries = Map.of();
    SortedSet<TreeName> left = names;
    for (RevCommit parent : commit.getParents()) {
      walk.parseHeaders(parent);
      Optional<ObjectId> other = directory(parent);
      if (other.isEmpty()) {
        continue;
      }
      if (other.get().equals(own)) {
        pass(parent, left);
        return;
      }
      entries = entries.isEmpty() ? entries(own) : entries;
      Map<TreeName, ObjectId> before = entries(other.get());
      SortedSet<TreeName> older = new TreeSet<>();
      for (TreeName name : left) {
        if (before.containsKey(name) && before.get(name).equals(entries.get(name))) {
          older.add(name);
        }
      }
      pass(parent, older);
      left = new TreeSet<>(left);
      left.removeAll(older);
    }
    Oid id = JgitIds.oid(commit);
    left.forEach(name -> found.put(name, id));
  }

  /** Asks the commit graph, so that the trees of most commits need not be read. */
  private boolean isSurelyUnchanged(RevCommit commit, SortedSet<TreeName> names) {
    if (!path.isRoot() && PathBytesFilter.isSurelyUnchanged(commit, walk, path.bytes())) {
      return true;
    }
    return names.size() <= ENTRIES_ASKED_MAX
        && names.stream()
            .map(paths::get)
            .allMatch(one -> one != null && PathBytesFilter.isSurelyUnchanged(commit, walk, one));
  }

  private void pass(RevCommit commit, SortedSet<TreeName> names) {
    if (names.isEmpty()) {
      return;
    }
    SortedSet<TreeName> known = waiting.get(commit);
    if (known == null) {
      waiting.put(commit, new TreeSet<>(names));
      queue.add(commit);
    } else {
      known.addAll(names);
    }
  }

  private Optional<ObjectId> directory(RevCommit commit) throws IOException {
    Outcome<TreeFinder.Spot> spot =
        new TreeFinder(reader)
            .find(new Revision.Target(Revision.Kind.TREE, JgitIds.oid(commit.getTree())), path);
    return spot instanceof Outcome.Found<TreeFinder.Spot>(TreeFinder.Spot.OfTree(var tree))
        ? Optional.of(JgitIds.of(tree))
        : Optional.empty();
  }

  /** Returns the entries of a tree; a changed mode alone does not count as a change. */
  private Map<TreeName, ObjectId> entries(ObjectId tree) throws IOException {
    Map<TreeName, ObjectId> entries = new HashMap<>();
    CanonicalTreeParser at = new CanonicalTreeParser();
    for (at.reset(reader, tree); !at.eof(); at.next(1)) {
      byte[] name = new byte[at.getNameLength()];
      at.getName(name, 0);
      entries.put(TreeName.of(name), at.getEntryObjectId());
    }
    return entries;
  }
}
