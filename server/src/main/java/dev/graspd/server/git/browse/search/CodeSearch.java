package dev.graspd.server.git.browse.search;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.Blob;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.QuestionBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;

/** Searches the files of a commit for a text. For one thread. */
public final class CodeSearch {
  /**
   * How much is shown and read.
   *
   * @param files with the text
   * @param lines of one file
   * @param fileBytes of a file that is read
   */
  public record Limits(int files, int lines, int fileBytes) {
    public static final Limits DEFAULT = new Limits(100, 10, 1 << 20);
  }

  /**
   * What was found, and how far the search went.
   *
   * @param searched how many files were searched
   * @param bytes that were read
   * @param leftOut files that are too large or not text
   * @param stoppedAt the first file that was not read, if the search ended early
   */
  public record Result(
      List<FileMatch> files, int searched, long bytes, int leftOut, Optional<TreePath> stoppedAt) {
    public Result {
      files = List.copyOf(files);
    }
  }

  private final CodeReader code;
  private final byte[] wanted;
  private final Limits limits;
  private final QuestionBudget budget;
  private final List<FileMatch> files = new ArrayList<>();
  private int searched;
  private long bytes;
  private int leftOut;

  private CodeSearch(CodeReader code, String text, Limits limits, QuestionBudget budget) {
    this.code = code;
    this.wanted = text.getBytes(StandardCharsets.UTF_8);
    this.limits = limits;
    this.budget = budget;
  }

  /**
   * Searches all files of a commit, in the order of their paths; upper and lower case differ.
   *
   * @param text at least one character
   * @param budget a step for each byte
   */
  public static Result of(
      CodeReader code, Oid commit, String text, Limits limits, QuestionBudget budget)
      throws IOException {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("every file has an empty text");
    }
    return new CodeSearch(code, text, limits, budget).search(commit);
  }

  private Result search(Oid commit) throws IOException {
    try (RevWalk commits = new RevWalk(code.objects());
        TreeWalk walk = new TreeWalk(code.objects())) {
      walk.addTree(commits.parseCommit(JgitIds.of(commit)).getTree());
      walk.setRecursive(true);
      while (walk.next()) {
        int type = walk.getRawMode(0) & FileMode.TYPE_MASK;
        TreePath path = TreePath.of(walk.getRawPath());
        if (files.size() == limits.files
            || (type == FileMode.TYPE_FILE && !read(path, walk.getObjectId(0)))) {
          return result(Optional.of(path));
        }
      }
      return result(Optional.empty());
    }
  }

  private Result result(Optional<TreePath> stoppedAt) {
    return new Result(files, searched, bytes, leftOut, stoppedAt);
  }

  /** Searches a file; returns false if the budget is spent. */
  private boolean read(TreePath path, ObjectId id) throws IOException {
    try {
      long size = code.objects().getObjectSize(id, Constants.OBJ_BLOB);
      if (size > limits.fileBytes) {
        leftOut++;
        return budget.step();
      }
      if (!budget.steps(size + 1)) {
        return false;
      }
      Blob blob = code.blob(JgitIds.oid(id), limits.fileBytes);
      bytes += size;
      if (blob.isBinary()) {
        leftOut++;
      } else {
        searched++;
        FileMatch.of(path, blob.beginning(), wanted, limits.lines).ifPresent(files::add);
      }
      return true;
    } catch (MissingObjectException _) {
      // Its git data is lost and being sought.
      leftOut++;
      return true;
    }
  }
}
