package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.JgitSetup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.api.errors.CanceledException;
import org.eclipse.jgit.diff.DiffConfig;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;

/** Compares trees and files. */
public record Diffs(ObjectReader reader, DiffLimits limits) {
  /**
   * How trees are compared.
   *
   * @param path the only path that is compared; the root for all
   * @param context lines around a change
   * @param isSpaceIgnored whether changes of white space alone do not count
   */
  public record Options(TreePath path, int context, boolean isSpaceIgnored) {
    public static final Options USUAL = new Options(TreePath.ROOT, 3, false);
  }

  /**
   * The files that differ between two trees.
   *
   * @param isCut whether there are more than are named
   * @param isRenameLeftOut whether there were too many to search them for renames
   */
  public record Changes(List<FileChange> files, boolean isCut, boolean isRenameLeftOut) {
    public Changes {
      files = List.copyOf(files);
    }
  }

  /** Git's own: files that are less alike are no rename. */
  private static final int RENAME_PERCENT_MIN = 50;

  /** An entry that JGit compares; its paths have one character for each byte. */
  private static final class Changed extends DiffEntry {
    Changed(TreeWalk at) {
      String path = new String(at.getRawPath(), StandardCharsets.ISO_8859_1);
      boolean isAdded = at.getRawMode(0) == 0;
      boolean isRemoved = at.getRawMode(1) == 0;
      oldPath = isAdded ? DEV_NULL : path;
      newPath = isRemoved ? DEV_NULL : path;
      oldMode = at.getFileMode(0);
      newMode = at.getFileMode(1);
      oldId = AbbreviatedObjectId.fromObjectId(at.getObjectId(0));
      newId = AbbreviatedObjectId.fromObjectId(at.getObjectId(1));
      changeType = type(isAdded, isRemoved);
    }

    private static ChangeType type(boolean isAdded, boolean isRemoved) {
      if (isAdded) {
        return ChangeType.ADD;
      }
      return isRemoved ? ChangeType.DELETE : ChangeType.MODIFY;
    }
  }

  /**
   * Compares two trees.
   *
   * @param before empty for the tree before the first commit
   */
  DiffPage diff(Optional<ObjectId> before, ObjectId after, Options options, QuestionBudget budget)
      throws IOException {
    return compared(changes(before, after, options, budget), options, budget);
  }

  /** Finds the files that differ, without comparing their lines. */
  Changes changes(Optional<ObjectId> before, ObjectId after, Options options, QuestionBudget budget)
      throws IOException {
    List<DiffEntry> entries = new ArrayList<>();
    boolean isCut = false;
    try (TreeWalk walk = new TreeWalk(reader)) {
      walk.setRecursive(true);
      if (before.isPresent()) {
        walk.addTree(before.get());
      } else {
        walk.addTree(new EmptyTreeIterator());
      }
      walk.addTree(after);
      walk.setFilter(
          options.path().isRoot()
              ? TreeFilter.ANY_DIFF
              : AndTreeFilter.create(new PathBytesFilter(options.path()), TreeFilter.ANY_DIFF));
      while (!isCut && walk.next()) {
        isCut = entries.size() == limits.filesNamed() || !budget.step();
        if (!isCut) {
          entries.add(new Changed(walk));
        }
      }
    }
    Renamed renamed = renamed(entries, budget);
    return new Changes(
        renamed.entries.stream().map(Diffs::change).toList(), isCut, renamed.isLeftOut);
  }

  /** Entries after a search for renames, which may be too much. */
  private record Renamed(List<DiffEntry> entries, boolean isLeftOut) {}

  private Renamed renamed(List<DiffEntry> entries, QuestionBudget budget) throws IOException {
    RenameDetector renames = new RenameDetector(reader, JgitSetup.config().get(DiffConfig.KEY));
    renames.setRenameScore(RENAME_PERCENT_MIN);
    renames.setRenameLimit(limits.renames());
    renames.setBigFileThreshold(limits.fileBytes());
    renames.setSkipContentRenamesForBinaryFiles(true);
    renames.addAll(entries);
    try {
      List<DiffEntry> found = renames.compute(new UntilSpent(budget));
      return new Renamed(found, renames.isOverRenameLimit());
    } catch (CanceledException _) {
      return new Renamed(entries, true);
    }
  }

  /** Ends a search of JGit when its budget is spent. */
  private static final class UntilSpent extends EmptyProgressMonitor {
    private final QuestionBudget budget;

    UntilSpent(QuestionBudget budget) {
      this.budget = budget;
    }

    @Override
    public boolean isCancelled() {
      return !budget.steps(0);
    }
  }

  private DiffPage compared(Changes changes, Options options, QuestionBudget budget)
      throws IOException {
    List<FileDiff> files = new ArrayList<>();
    List<FileChange> others = new ArrayList<>();
    for (FileChange change : changes.files) {
      if (files.size() < limits.filesShown() && budget.step()) {
        files.add(compared(change, options));
      } else {
        others.add(change);
      }
    }
    return new DiffPage(files, others, changes.isCut, changes.isRenameLeftOut);
  }

  /** Compares the lines of one file. */
  FileDiff compared(FileChange change, Options options) throws IOException {
    return new FileDiff(change, body(change, options));
  }

  private static FileChange change(DiffEntry entry) {
    return new FileChange(
        side(entry.getOldPath(), entry.getOldMode(), entry.getOldId()),
        side(entry.getNewPath(), entry.getNewMode(), entry.getNewId()),
        entry.getChangeType() == DiffEntry.ChangeType.COPY,
        entry.getScore());
  }

  private static Optional<FileChange.Side> side(
      String path, FileMode mode, AbbreviatedObjectId id) {
    return mode.equals(FileMode.MISSING)
        ? Optional.empty()
        : Optional.of(
            new FileChange.Side(
                TreePath.of(path.getBytes(StandardCharsets.ISO_8859_1)),
                TreeFinder.mode(mode),
                JgitIds.oid(id.toObjectId())));
  }

  private FileDiff.Body body(FileChange change, Options options) throws IOException {
    Content before = content(change.before());
    Content after = content(change.after());
    if (before instanceof Content.TooLarge || after instanceof Content.TooLarge) {
      return new FileDiff.NotCompared();
    }
    if (before instanceof Content.OfText(var one) && after instanceof Content.OfText(var other)) {
      return lines(one, other, options);
    }
    return new FileDiff.Binary(before.bytes(), after.bytes());
  }

  private FileDiff.Body lines(RawText before, RawText after, Options options) {
    if (before.size() > limits.fileLines() || after.size() > limits.fileLines()) {
      return new FileDiff.NotCompared();
    }
    EditList edits = edits(before, after, options.isSpaceIgnored());
    return Hunks.of(before, after, edits, options.context(), limits.linesShown());
  }

  /** Returns the edits that lead from one text to another. */
  static EditList edits(RawText before, RawText after, boolean isSpaceIgnored) {
    HistogramDiff histogram = new HistogramDiff();
    // Its fallback takes seconds for two files of 10,000 lines (W-89).
    histogram.setFallbackAlgorithm(null);
    return histogram.diff(
        isSpaceIgnored ? RawTextComparator.WS_IGNORE_ALL : RawTextComparator.DEFAULT,
        before,
        after);
  }

  /** Finds the file that was renamed to a path that the tree before does not have. */
  public Optional<FileChange.Side> renameTo(
      ObjectId before, ObjectId after, TreePath path, QuestionBudget budget) throws IOException {
    List<DiffEntry> entries = new ArrayList<>();
    try (TreeWalk walk = new TreeWalk(reader)) {
      walk.setRecursive(true);
      walk.addTree(before);
      walk.addTree(after);
      walk.setFilter(TreeFilter.ANY_DIFF);
      String wanted = new String(path.bytes(), StandardCharsets.ISO_8859_1);
      while (walk.next() && entries.size() < limits.filesNamed()) {
        DiffEntry entry = new Changed(walk);
        boolean isRemoved = entry.getChangeType() == DiffEntry.ChangeType.DELETE;
        if (isRemoved || wanted.equals(entry.getNewPath())) {
          entries.add(entry);
        }
      }
    }
    return renamed(entries, budget).entries.stream()
        .map(Diffs::change)
        .filter(change -> change.isRename() && change.path().equals(path))
        .findFirst()
        .flatMap(FileChange::before);
  }

  /** One side of a file. */
  private sealed interface Content {
    long bytes();

    record OfText(RawText text) implements Content {
      @Override
      public long bytes() {
        return text.getRawContent().length;
      }
    }

    record OfBytes(long bytes) implements Content {}

    record TooLarge(long bytes) implements Content {}
  }

  private Content content(Optional<FileChange.Side> side) throws IOException {
    if (side.isEmpty()) {
      return new Content.OfText(RawText.EMPTY_TEXT);
    }
    Oid oid = side.get().oid();
    if (side.get().mode() == TreeEntry.Mode.SUBMODULE) {
      return text("Subproject commit %s\n".formatted(oid).getBytes(StandardCharsets.US_ASCII));
    }
    try {
      ObjectLoader loader = reader.open(JgitIds.of(oid), Constants.OBJ_BLOB);
      return loader.getSize() > limits.fileBytes()
          ? large(Blob.read(reader, oid, Blob.BINARY_LOOK))
          : text(loader.getCachedBytes(limits.fileBytes()));
    } catch (LargeObjectException | MissingObjectException _) {
      return new Content.TooLarge(0);
    }
  }

  private static Content large(Blob beginning) {
    return beginning.isBinary()
        ? new Content.OfBytes(beginning.size())
        : new Content.TooLarge(beginning.size());
  }

  private static Content text(byte[] bytes) {
    return Blob.isBinary(bytes)
        ? new Content.OfBytes(bytes.length)
        : new Content.OfText(new RawText(bytes));
  }
}
