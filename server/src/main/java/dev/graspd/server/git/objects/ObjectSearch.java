package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.BitmapIndex;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdOwnerMap;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.BitmapWalker;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/**
 * Finds out whether tips lead to all that a pack builds on. What an honest client builds on is
 * near: it pushes on commits that are advertised, and what it did not change is in their trees,
 * where it was. Only what is not found there is searched for in the whole history. For one thread.
 */
public final class ObjectSearch implements AutoCloseable {
  /** Commits that are visited before a bitmap is asked, if there is one. */
  private static final int COMMITS_NEAR = 10_000;

  /** Bounds the work. */
  public interface Effort {
    /** An object is visited. */
    void look() throws IOException;

    /** The whole history is visited from now on, which takes memory, until this is closed. */
    Depth deep() throws IOException;
  }

  /** The right to look at a whole history. */
  public interface Depth extends AutoCloseable {
    @Override
    void close();
  }

  private static final class Seen extends ObjectIdOwnerMap.Entry {
    private static final long serialVersionUID = 1L;

    Seen(AnyObjectId id) {
      super(id);
    }
  }

  /** Ends JGit's work on bitmaps. */
  private static final class EffortException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final transient IOException why;

    EffortException(IOException why) {
      super(why);
      this.why = why;
    }
  }

  private final ObjectReader reader;
  private final Effort effort;
  private final List<ObjectId> tips = new ArrayList<>();
  private final CanonicalTreeParser entries = new CanonicalTreeParser();
  private ObjectIdOwnerMap<Seen> seenTrees = new ObjectIdOwnerMap<>();

  /** Opens a reader; the lease is closed after it. */
  public ObjectSearch(ObjectStores.Lease reading, Collection<Oid> tips, Effort effort) {
    this.reader = reading.directory().newReader();
    this.effort = effort;
    tips.forEach(tip -> this.tips.add(ObjectId.fromString(tip.hex())));
  }

  /** Returns an object of these that no tip leads to, if there is one. */
  public Optional<ObjectId> unreached(OuterObjects outer) throws IOException {
    tips.forEach(outer::found);
    if (!outer.areAllFound() && !areCommitsNear(outer)) {
      return searchedEverywhere(outer);
    }
    searchUnchanged(outer);
    return outer.areAllFound() ? Optional.empty() : searchedEverywhere(outer);
  }

  private boolean areCommitsNear(OuterObjects outer) throws IOException {
    if (outer.areCommitsFound()) {
      return true;
    }
    try (RevWalk walk = started(outer)) {
      for (int n = 0; n < COMMITS_NEAR && !outer.areCommitsFound(); n++) {
        RevCommit commit = walk.next();
        if (commit == null) {
          return false;
        }
        effort.look();
        outer.found(commit);
      }
    }
    return outer.areCommitsFound();
  }

  private RevWalk started(OuterObjects outer) throws IOException {
    RevWalk walk = new RevWalk(reader);
    walk.setRetainBody(false);
    for (ObjectId tip : tips) {
      effort.look();
      start(tip, walk, outer);
    }
    return walk;
  }

  /** A tip is usually a commit; a tag may name another tag, a tree or a blob. */
  private void start(ObjectId tip, RevWalk walk, OuterObjects outer) throws IOException {
    RevObject object;
    try {
      object = walk.parseAny(tip);
    } catch (MissingObjectException e) {
      // A disk has lost it; it leads nowhere.
      return;
    }
    outer.found(object);
    while (object instanceof RevTag tag) {
      object = walk.parseAny(tag.getObject());
      outer.found(object);
    }
    if (object instanceof RevCommit commit) {
      walk.markStart(commit);
    } else if (object.getType() == Constants.OBJ_TREE) {
      searchTree(object, outer, false);
    }
  }

  /**
   * Looks where clients leave things out: beside what they changed in the trees of the commits that
   * they build on. What is unchanged itself need not be looked into.
   */
  private void searchUnchanged(OuterObjects outer) throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      for (var all = outer.iterator(); all.hasNext() && !outer.areAllFound(); ) {
        OuterObjects.Outer one = all.next();
        if (one.kind == Constants.OBJ_COMMIT) {
          searchTree(walk.parseCommit(one).getTree(), outer, true);
        }
      }
    }
    seenTrees = new ObjectIdOwnerMap<>();
  }

  private Optional<ObjectId> searchedEverywhere(OuterObjects outer) throws IOException {
    try (Depth _ = effort.deep()) {
      BitmapIndex bitmaps = reader.getBitmapIndex();
      if (bitmaps != null) {
        searchBitmaps(outer, bitmaps);
      } else {
        searchHistory(outer);
      }
      return outer.unfound();
    }
  }

  private void searchBitmaps(OuterObjects outer, BitmapIndex bitmaps) throws IOException {
    try (ObjectWalk walk = new ObjectWalk(reader)) {
      BitmapIndex.BitmapBuilder reached =
          new BitmapWalker(walk, bitmaps, new Looks(this::lookOrEnd)).findObjects(tips, null, true);
      for (var all = outer.iterator(); all.hasNext(); ) {
        OuterObjects.Outer one = all.next();
        if (reached.contains(one)) {
          outer.found(one);
        }
      }
    } catch (EffortException e) {
      throw e.why;
    }
  }

  private void lookOrEnd() {
    try {
      effort.look();
    } catch (IOException e) {
      throw new EffortException(e);
    }
  }

  private void searchHistory(OuterObjects outer) throws IOException {
    try (RevWalk walk = started(outer)) {
      RevCommit commit = outer.areAllFound() ? null : walk.next();
      while (commit != null && !outer.areAllFound()) {
        effort.look();
        outer.found(commit);
        searchTree(commit.getTree(), outer, false);
        commit = walk.next();
      }
    }
  }

  private void searchTree(AnyObjectId root, OuterObjects outer, boolean onlyChanged)
      throws IOException {
    Deque<ObjectId> open = new ArrayDeque<>();
    enter(root, open, outer);
    while (!open.isEmpty() && !outer.areAllFound()) {
      effort.look();
      entries.reset(reader, open.pop());
      for (; !entries.eof(); entries.next()) {
        int mode = entries.getEntryRawMode();
        if (FileMode.TREE.equals(mode) && !(onlyChanged && isUnchanged(outer))) {
          enter(entries.getEntryObjectId(), open, outer);
        } else if (!FileMode.GITLINK.equals(mode)) {
          outer.found(entries.getEntryObjectId());
        }
      }
    }
  }

  private boolean isUnchanged(OuterObjects outer) {
    return outer.isReference(entries.getEntryObjectId());
  }

  private void enter(AnyObjectId tree, Deque<ObjectId> open, OuterObjects outer) {
    if (!seenTrees.contains(tree)) {
      seenTrees.add(new Seen(tree));
      outer.found(tree);
      open.push(tree.toObjectId());
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
