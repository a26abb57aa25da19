package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
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
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.BitmapWalker;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/**
 * Checks whether tips lead to all objects that a pack builds on. Those of an honest client are
 * near: it pushes on advertised commits, and unchanged files are in their trees. Only for the
 * others it searches the whole history. For one thread.
 */
public final class ObjectSearch implements AutoCloseable {
  /** Commits to visit before using a bitmap, if there is one. */
  private static final int COMMITS_NEAR = 10_000;

  /** Bounds the work. */
  public interface Effort {
    /** The search visits an object. */
    void visit() throws IOException;

    /** The search visits the whole history, which takes memory, until the caller closes this. */
    Depth deep() throws IOException;
  }

  /** The right to search a whole history. */
  public interface Depth extends AutoCloseable {
    @Override
    void close();
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
  private ObjectIds seenTrees = new ObjectIds();

  /** Opens a reader; the lease must outlast it. */
  public ObjectSearch(ObjectStores.Lease reading, Collection<Oid> tips, Effort effort) {
    this.reader = reading.directory().newReader();
    this.effort = effort;
    tips.forEach(tip -> this.tips.add(JgitIds.of(tip)));
  }

  /** Returns one of the objects that no tip leads to. */
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
        effort.visit();
        outer.found(commit);
      }
    }
    return outer.areCommitsFound();
  }

  private RevWalk started(OuterObjects outer) throws IOException {
    RevWalk walk = new RevWalk(reader);
    walk.setRetainBody(false);
    for (ObjectId tip : tips) {
      effort.visit();
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
      // A lost object leads nowhere.
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
   * Searches where clients omit objects: beside their changes, in the trees of the commits that
   * they build on. Unchanged trees are not opened.
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
    seenTrees = new ObjectIds();
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
          new BitmapWalker(walk, bitmaps, new StoreLookups(this::visitOrEnd))
              .findObjects(tips, null, true);
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

  private void visitOrEnd() {
    try {
      effort.visit();
    } catch (IOException e) {
      throw new EffortException(e);
    }
  }

  private void searchHistory(OuterObjects outer) throws IOException {
    try (RevWalk walk = started(outer)) {
      RevCommit commit = outer.areAllFound() ? null : walk.next();
      while (commit != null && !outer.areAllFound()) {
        effort.visit();
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
      effort.visit();
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
    if (seenTrees.add(tree)) {
      outer.found(tree);
      open.push(tree.toObjectId());
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
