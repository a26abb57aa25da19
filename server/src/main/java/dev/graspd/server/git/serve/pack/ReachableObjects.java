package dev.graspd.server.git.serve.pack;

import dev.graspd.server.git.objects.ObjectIds;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.Set;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/**
 * Searches for objects from tips to older commits, and stops when all are found. JGit's own check
 * reads only the trees of the tips. Used by one thread.
 */
final class ReachableObjects {

  private final ObjectReader reader;
  private final ObjectIds seenTrees = new ObjectIds();

  ReachableObjects(ObjectReader reader) {
    this.reader = reader;
  }

  /**
   * Removes from the sought objects all that the tips reach.
   *
   * @param tips HEAD first
   */
  void removeReached(Collection<ObjectId> tips, Set<ObjectId> sought) throws IOException {
    boolean commitsOnly = true;
    for (ObjectId id : sought) {
      commitsOnly &= reader.open(id).getType() == Constants.OBJ_COMMIT;
    }
    try (RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      Iterator<ObjectId> tip = tips.iterator();
      if (tip.hasNext()) {
        RevObject first = start(walk.parseAny(tip.next()), walk, sought);
        if (!commitsOnly && first instanceof RevCommit commit) {
          // A partial clone mostly lacks what it checks out: then no other ref is read.
          removeInTree(commit.getTree(), sought);
        }
      }
      while (tip.hasNext() && !sought.isEmpty()) {
        RevObject _ = start(walk.parseAny(tip.next()), walk, sought);
      }
      RevCommit commit = sought.isEmpty() ? null : walk.next();
      while (commit != null && !sought.isEmpty()) {
        sought.remove(commit);
        if (!commitsOnly) {
          removeInTree(commit.getTree(), sought);
        }
        commit = walk.next();
      }
    }
  }

  /**
   * A tip is usually a commit; a tag may name another tag, a tree or a blob. Returns what it is or
   * names.
   */
  private RevObject start(RevObject tip, RevWalk walk, Set<ObjectId> sought) throws IOException {
    RevObject object = tip;
    sought.remove(object);
    while (object instanceof RevTag tag) {
      object = walk.parseAny(tag.getObject());
      sought.remove(object);
    }
    if (object instanceof RevCommit commit) {
      walk.markStart(commit);
    } else if (object.getType() == Constants.OBJ_TREE) {
      removeInTree(object, sought);
    }
    return object;
  }

  private void removeInTree(AnyObjectId root, Set<ObjectId> sought) throws IOException {
    Deque<ObjectId> open = new ArrayDeque<>();
    enter(root, open, sought);
    CanonicalTreeParser entries = new CanonicalTreeParser();
    while (!open.isEmpty() && !sought.isEmpty()) {
      entries.reset(reader, open.pop());
      for (; !entries.eof(); entries.next()) {
        int mode = entries.getEntryRawMode();
        if (FileMode.TREE.equals(mode)) {
          enter(entries.getEntryObjectId(), open, sought);
        } else if (!FileMode.GITLINK.equals(mode)) {
          sought.remove(entries.getEntryObjectId());
        }
      }
    }
  }

  private void enter(AnyObjectId tree, Deque<ObjectId> open, Set<ObjectId> sought) {
    if (seenTrees.add(tree)) {
      sought.remove(tree.toObjectId());
      open.push(tree.toObjectId());
    }
  }
}
