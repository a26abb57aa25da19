package dev.graspd.server.git.browse;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevBlob;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * One repository while a page of it is made: its refs of one moment over the objects of its family,
 * which stay in place until this is closed. For one thread.
 */
public final class CodeReader implements AutoCloseable {
  private static final int COPIED_BYTES = 32 << 10;

  private final Refs refs;
  private final ObjectStores.Lease lease;
  private final ObjectReader reader;

  private CodeReader(Refs refs, ObjectStores.Lease lease) {
    this.refs = refs;
    this.lease = lease;
    this.reader = lease.directory().newReader();
  }

  /** Opens a repository as it is now. */
  public static CodeReader open(ObjectStores stores, HostedRepository repository) {
    return new CodeReader(repository.refs(), stores.lease(repository.address().identifier()));
  }

  public Refs refs() {
    return refs;
  }

  // ---- revisions

  /** Finds the revision that a name means; a commit must belong to the repository. */
  public Outcome<Revision> revision(RevisionName name, QuestionBudget budget) throws IOException {
    return switch (name) {
      case RevisionName.OfRef(var ref, var isAlsoTag, _) -> ofRef(ref, isAlsoTag, budget);
      case RevisionName.OfCommit(var id, _) -> ofCommit(id, budget);
    };
  }

  private Outcome<Revision> ofRef(RefName ref, boolean isAlsoTag, QuestionBudget budget)
      throws IOException {
    Oid value = refs.values().get(ref);
    if (value == null) {
      return new Outcome.Absent<>();
    }
    Revision.Target target = target(JgitIds.of(value));
    return belonging(ref, target, budget)
        .then(how -> new Outcome.Found<>(new Revision(Optional.of(ref), isAlsoTag, target, how)));
  }

  /** The commit of a pull request is part of the repository as soon as it is merged. */
  private Outcome<Belonging> belonging(RefName ref, Revision.Target target, QuestionBudget budget)
      throws IOException {
    Optional<EventId> pullRequest = ref.nostrEvent();
    if (pullRequest.isEmpty()) {
      return new Outcome.Found<>(new Belonging.Own());
    }
    Outcome<Belonging> own =
        target.kind() == Revision.Kind.COMMIT
            ? new ReachingRefs(reader, refs).own(target.oid(), budget)
            : new Outcome.Absent<>();
    return own instanceof Outcome.Absent<Belonging>
        ? new Outcome.Found<>(new Belonging.Offered(pullRequest.get()))
        : own;
  }

  /** What a ref leads to is here, or lost: then this fails. */
  private Revision.Target target(ObjectId id) throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      RevObject object = walk.peel(walk.parseAny(id));
      Revision.Kind kind =
          switch (object) {
            case RevCommit _ -> Revision.Kind.COMMIT;
            case RevTree _ -> Revision.Kind.TREE;
            case RevBlob _ -> Revision.Kind.BLOB;
            default -> throw new IOException("an object of no kind: " + object);
          };
      return new Revision.Target(kind, JgitIds.oid(object));
    }
  }

  private Outcome<Revision> ofCommit(String id, QuestionBudget budget) throws IOException {
    List<Oid> candidates = new ArrayList<>();
    for (ObjectId found : reader.resolve(AbbreviatedObjectId.fromString(id))) {
      if (isCommit(found)) {
        candidates.add(JgitIds.oid(found));
      }
    }
    Outcome<Revision> only = new Outcome.Absent<>();
    for (Oid candidate : candidates) {
      Outcome<Belonging> belonging = belonging(candidate, budget);
      if (belonging instanceof Outcome.TooMuch<Belonging>) {
        return new Outcome.TooMuch<>();
      }
      if (belonging instanceof Outcome.Found<Belonging>(var how)) {
        if (only instanceof Outcome.Found<Revision>) {
          // Two commits of the repository begin with it: it names neither.
          return new Outcome.Absent<>();
        }
        only =
            new Outcome.Found<>(
                new Revision(
                    Optional.empty(),
                    false,
                    new Revision.Target(Revision.Kind.COMMIT, candidate),
                    how));
      }
    }
    return only;
  }

  private boolean isCommit(ObjectId id) throws IOException {
    try {
      return reader.open(id).getType() == Constants.OBJ_COMMIT;
    } catch (MissingObjectException _) {
      return false;
    }
  }

  /** Finds out whether a commit belongs to the repository, or whether a pull request offers it. */
  public Outcome<Belonging> belonging(Oid commit, QuestionBudget budget) throws IOException {
    return new ReachingRefs(reader, refs).of(commit, budget);
  }

  // ---- trees and files

  /** Finds the entry at a path; the root is a directory without a name. */
  public Outcome<TreeFinder.Spot> at(Revision revision, TreePath path) throws IOException {
    return new TreeFinder(reader).find(revision.target(), path);
  }

  /** Lists a directory. */
  public Outcome<Directory> directory(
      Oid tree, Optional<TreeName> after, int max, QuestionBudget budget) throws IOException {
    return new TreeFinder(reader).list(tree, after, max, budget);
  }

  /**
   * Follows directories whose only entry is a directory: {@code main/java} for {@code src}.
   *
   * @param namesMax how many names are added to one
   * @param treesMax how many directories are read in all; what comes later is not followed
   */
  public SortedMap<TreeName, TreePath> onlyChildren(
      List<TreeEntry> entries, int namesMax, int treesMax) throws IOException {
    return new OnlyChildren(reader, namesMax, treesMax).of(entries);
  }

  /** Reads a file as far as it is shown. */
  public Blob blob(Oid oid, int bytesMax) throws IOException {
    return Blob.read(reader, oid, bytesMax);
  }

  /** Copies a part of a file. */
  public void copy(Oid oid, long first, long length, OutputStream out) throws IOException {
    try (InputStream in = reader.open(JgitIds.of(oid), Constants.OBJ_BLOB).openStream()) {
      in.skipNBytes(first);
      byte[] buffer = new byte[COPIED_BYTES];
      long left = length;
      while (left > 0) {
        int count = in.readNBytes(buffer, 0, (int) Math.min(buffer.length, left));
        if (count == 0) {
          throw new EOFException("a file has fewer bytes than its header says");
        }
        out.write(buffer, 0, count);
        left -= count;
      }
    }
  }

  // ---- commits

  public CommitFacts commit(Oid oid) throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      return Commits.facts(walk.parseCommit(JgitIds.of(oid)));
    }
  }

  /** Returns commits that lead to a commit, newest first. */
  public LogPage log(Oid from, TreePath path, int skipped, int max, QuestionBudget budget)
      throws IOException {
    return log(from, path, new LogPage.Start(0, skipped), max, budget);
  }

  /** Returns commits of a log whose search was cut before. */
  public LogPage log(Oid from, TreePath path, LogPage.Start start, int max, QuestionBudget budget)
      throws IOException {
    return new Commits(reader).log(from, path, start, max, budget);
  }

  /** Returns the newest common ancestors of two commits; none if they share no history. */
  public List<Oid> mergeBases(Oid one, Oid other) throws IOException {
    return new Commits(reader).mergeBases(one, other);
  }

  /** Returns the newest common ancestor of two commits; empty if they share no history. */
  public Outcome<Optional<Oid>> mergeBase(Oid one, Oid other, QuestionBudget budget)
      throws IOException {
    return new Commits(reader).mergeBase(one, other, budget);
  }

  /**
   * Which of some commits lead to a commit.
   *
   * @param isWhole whether the budget was large enough to find all of them
   */
  public record Reached(SortedSet<Oid> commits, boolean isWhole) {}

  /** Returns which of some commits lead to a commit, or are it. */
  public Reached reached(Oid from, SortedSet<Oid> wanted, QuestionBudget budget)
      throws IOException {
    return new Commits(reader).reached(from, wanted, budget);
  }

  /** Returns commits that lead to a commit and not to another one, newest first. */
  public LogPage between(Oid from, Oid to, int max, QuestionBudget budget) throws IOException {
    return new Commits(reader).between(from, to, max, budget);
  }

  /**
   * Compares the trees of two commits.
   *
   * @param before empty to compare with nothing, as for a first commit
   */
  public DiffPage diff(
      Optional<Oid> before,
      Oid after,
      Diffs.Options options,
      DiffLimits limits,
      QuestionBudget budget)
      throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      return new Diffs(reader, limits)
          .diff(tree(walk, before), walk.parseCommit(JgitIds.of(after)).getTree(), options, budget);
    }
  }

  private static Optional<ObjectId> tree(RevWalk walk, Optional<Oid> commit) throws IOException {
    return commit.isEmpty()
        ? Optional.empty()
        : Optional.of(walk.parseCommit(JgitIds.of(commit.get())).getTree());
  }

  /** Finds the files that differ between the trees of two commits, without their lines. */
  public Diffs.Changes changes(
      Optional<Oid> before,
      Oid after,
      Diffs.Options options,
      DiffLimits limits,
      QuestionBudget budget)
      throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      return new Diffs(reader, limits)
          .changes(
              tree(walk, before), walk.parseCommit(JgitIds.of(after)).getTree(), options, budget);
    }
  }

  /** Compares the lines of one changed file. */
  public FileDiff compared(FileChange change, Diffs.Options options, DiffLimits limits)
      throws IOException {
    return new Diffs(reader, limits).compared(change, options);
  }

  /** Finds the commit that last changed each entry of a directory. */
  public Outcome<SortedMap<TreeName, Oid>> lastCommits(
      Oid commit, TreePath path, QuestionBudget budget) throws IOException {
    return LastCommits.of(reader, commit, path, budget);
  }

  /** Finds the commit that last changed one entry, which is not the root. */
  public Outcome<Oid> lastCommit(Oid commit, TreePath entry, QuestionBudget budget)
      throws IOException {
    return LastCommits.ofEntry(reader, commit, entry, budget);
  }

  /** Finds the commit that brought each line of a file. */
  public Outcome<List<BlameRange>> blame(
      Oid commit, TreePath path, DiffLimits limits, QuestionBudget budget) throws IOException {
    return Blame.of(reader, limits, commit, path, budget);
  }

  /** Returns whether reading failed because git data is lost, which the server then seeks. */
  public static boolean isOfLostData(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof MissingObjectException) {
        return true;
      }
    }
    return false;
  }

  /** Returns the objects; they stay readable until this is closed. */
  public ObjectReader objects() {
    return reader;
  }

  @Override
  public void close() {
    reader.close();
    lease.close();
  }
}
