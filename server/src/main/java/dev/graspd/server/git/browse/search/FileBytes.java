package dev.graspd.server.git.browse.search;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.QuestionBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;

/** Adds up the sizes of the files of a commit, by what their names tell. */
public final class FileBytes {
  private record File<K>(K kind, ObjectId id) {}

  private FileBytes() {}

  /**
   * Counts without reading a file. Names come first, so that a commit with too many files costs
   * little, and is too much each time.
   *
   * @param kind of a file by its name without its directory; files of no kind do not count
   * @param entriesMax files that are looked at
   */
  public static <K extends Comparable<K>> Outcome<SortedMap<K, Long>> of(
      CodeReader code,
      Oid commit,
      Function<String, Optional<K>> kind,
      int entriesMax,
      QuestionBudget budget)
      throws IOException {
    List<File<K>> files = new ArrayList<>();
    try (RevWalk commits = new RevWalk(code.objects());
        TreeWalk walk = new TreeWalk(code.objects())) {
      walk.addTree(commits.parseCommit(JgitIds.of(commit)).getTree());
      walk.setRecursive(true);
      for (int entries = 0; walk.next(); entries++) {
        if (entries == entriesMax || !budget.step()) {
          return new Outcome.TooMuch<>();
        }
        if ((walk.getRawMode(0) & FileMode.TYPE_MASK) == FileMode.TYPE_FILE) {
          String name = TreePath.of(walk.getRawPath()).names().getLast().text();
          kind.apply(name).ifPresent(one -> files.add(new File<>(one, walk.getObjectId(0))));
        }
      }
    }
    return sized(code, files, budget);
  }

  private static <K extends Comparable<K>> Outcome<SortedMap<K, Long>> sized(
      CodeReader code, List<File<K>> files, QuestionBudget budget) throws IOException {
    SortedMap<K, Long> bytes = new TreeMap<>();
    for (File<K> file : files) {
      if (!budget.step()) {
        return new Outcome.TooMuch<>();
      }
      try {
        long size = code.objects().getObjectSize(file.id, Constants.OBJ_BLOB);
        bytes.merge(file.kind, size, Long::sum);
      } catch (MissingObjectException _) {
        // Its git data is lost and being sought.
      }
    }
    return new Outcome.Found<>(bytes);
  }
}
