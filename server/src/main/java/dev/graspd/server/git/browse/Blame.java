package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * Finds the commit that brought each line of a file: goes back from version to version, and passes
 * on the lines that a parent has too. JGit's own takes text for a path, and gives no part of its
 * result before all is found. For one thread.
 */
final class Blame {
  /** A version of the file, and the lines that come from it or from an older one. */
  private static final class Version {
    private final RevCommit commit;
    private final TreePath path;
    private final ObjectId blob;
    private List<Region> regions = new ArrayList<>();

    Version(RevCommit commit, TreePath path, ObjectId blob) {
      this.commit = commit;
      this.path = path;
      this.blob = blob;
    }
  }

  private record Key(ObjectId commit, TreePath path) {}

  private final ObjectReader reader;
  private final DiffLimits limits;
  private final RevWalk walk;
  private final QuestionBudget budget;
  private final Map<Key, Version> waiting = new HashMap<>();

  /** Children first, so that lines that meet again in a version are handled together. */
  private final PriorityQueue<Version> queue =
      new PriorityQueue<>(
          Comparator.<Version>comparingInt(version -> version.commit.getCommitTime())
              .reversed()
              .thenComparing(version -> version.commit));

  private final List<BlameRange> found = new ArrayList<>();

  private Blame(ObjectReader reader, DiffLimits limits, RevWalk walk, QuestionBudget budget) {
    this.reader = reader;
    this.limits = limits;
    this.walk = walk;
    this.budget = budget;
  }

  /** Returns the lines of a file in order; those that were not traced have no origin. */
  static Outcome<List<BlameRange>> of(
      ObjectReader reader, DiffLimits limits, Oid commit, TreePath path, QuestionBudget budget)
      throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      return new Blame(reader, limits, walk, budget)
          .trace(walk.parseCommit(JgitIds.of(commit)), path);
    }
  }

  private Outcome<List<BlameRange>> trace(RevCommit commit, TreePath path) throws IOException {
    Optional<ObjectId> blob = fileAt(commit, path);
    Optional<RawText> text = blob.isEmpty() ? Optional.empty() : text(blob.get());
    if (blob.isEmpty()) {
      return new Outcome.Absent<>();
    }
    if (text.isEmpty() || text.get().size() > limits.fileLines()) {
      return new Outcome.TooMuch<>();
    }
    pass(commit, path, blob.get(), List.of(new Region(0, 0, text.get().size())));
    while (!queue.isEmpty() && budget.step()) {
      Version version = queue.remove();
      waiting.remove(new Key(version.commit, version.path));
      trace(version);
    }
    queue.forEach(version -> untraced(version.regions));
    return new Outcome.Found<>(joined());
  }

  private void trace(Version version) throws IOException {
    List<Region> left = version.regions;
    if (PathBytesFilter.isSurelyUnchanged(version.commit, walk, version.path.bytes())) {
      RevCommit parent = version.commit.getParent(0);
      walk.parseHeaders(parent);
      pass(parent, version.path, version.blob, left);
      return;
    }
    List<Source> sources = new ArrayList<>();
    for (RevCommit parent : version.commit.getParents()) {
      walk.parseHeaders(parent);
      Optional<Source> source = source(parent, version);
      if (source.isPresent() && source.get().blob.equals(version.blob)) {
        pass(parent, source.get().path, version.blob, left);
        return;
      }
      source.ifPresent(sources::add);
    }
    Optional<RawText> own = sources.isEmpty() ? Optional.empty() : text(version.blob);
    for (Source source : sources) {
      Optional<RawText> older = own.isEmpty() ? Optional.empty() : text(source.blob);
      if (older.isPresent() && !left.isEmpty()) {
        Region.Split split = Region.split(left, Diffs.edits(older.get(), own.orElseThrow(), false));
        pass(source.commit, source.path, source.blob, split.older());
        left = split.newer();
      }
    }
    end(left, version, sources.stream().findFirst());
  }

  /** The file in a parent. */
  private record Source(RevCommit commit, TreePath path, ObjectId blob) {}

  private Optional<Source> source(RevCommit parent, Version version) throws IOException {
    Optional<ObjectId> same = fileAt(parent, version.path);
    if (same.isPresent()) {
      return Optional.of(new Source(parent, version.path, same.get()));
    }
    return new Diffs(reader, limits)
        .renameTo(parent.getTree(), version.commit.getTree(), version.path, budget)
        .map(side -> new Source(parent, side.path(), JgitIds.of(side.oid())));
  }

  private Optional<ObjectId> fileAt(RevCommit commit, TreePath path) throws IOException {
    Outcome<TreeFinder.Spot> spot =
        new TreeFinder(reader)
            .find(new Revision.Target(Revision.Kind.TREE, JgitIds.oid(commit.getTree())), path);
    return spot instanceof Outcome.Found<TreeFinder.Spot>(TreeFinder.Spot.OfEntry(var entry))
            && entry.mode().isFile()
        ? Optional.of(JgitIds.of(entry.oid()))
        : Optional.empty();
  }

  private Optional<RawText> text(ObjectId blob) throws IOException {
    long size = reader.getObjectSize(blob, Constants.OBJ_BLOB);
    return size > limits.fileBytes()
        ? Optional.empty()
        : Optional.of(
            new RawText(reader.open(blob, Constants.OBJ_BLOB).getCachedBytes(limits.fileBytes())));
  }

  private void pass(RevCommit commit, TreePath path, ObjectId blob, List<Region> regions) {
    if (regions.isEmpty()) {
      return;
    }
    Version version =
        waiting.computeIfAbsent(
            new Key(commit.copy(), path),
            _ -> {
              Version added = new Version(commit, path, blob);
              queue.add(added);
              return added;
            });
    version.regions.addAll(regions);
  }

  private void untraced(List<Region> regions) {
    for (Region region : regions) {
      found.add(new BlameRange(region.result() + 1, region.count(), Optional.empty()));
    }
  }

  private void end(List<Region> regions, Version version, Optional<Source> before) {
    Optional<BlameRange.Previous> previous =
        before.map(source -> new BlameRange.Previous(JgitIds.oid(source.commit), source.path));
    for (Region region : regions) {
      BlameRange.Origin origin =
          new BlameRange.Origin(
              JgitIds.oid(version.commit), version.path, region.source() + 1, previous);
      found.add(new BlameRange(region.result() + 1, region.count(), Optional.of(origin)));
    }
  }

  /** Puts the ranges in order, and joins neighbours that belong together. */
  private List<BlameRange> joined() {
    found.sort(Comparator.comparingInt(BlameRange::first));
    List<BlameRange> joined = new ArrayList<>();
    for (BlameRange range : found) {
      if (!joined.isEmpty() && joined.getLast().isContinuedBy(range)) {
        BlameRange last = joined.removeLast();
        joined.add(new BlameRange(last.first(), last.count() + range.count(), last.origin()));
      } else {
        joined.add(range);
      }
    }
    return joined;
  }
}
