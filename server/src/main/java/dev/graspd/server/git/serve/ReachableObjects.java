package dev.graspd.server.git.serve;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdOwnerMap;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/**
 * Looks for objects from tips downwards, newest commits first, and stops when all are found. JGit's
 * own check looks at the trees of the tips only. Used by one thread.
 */
final class ReachableObjects {
  private static final class Seen extends ObjectIdOwnerMap.Entry {
    private static final long serialVersionUID = 1L;

    Seen(AnyObjectId id) {
      super(id);
    }
  }

  private final ObjectReader reader;
  private final ObjectIdOwnerMap<Seen> seenTrees = new ObjectIdOwnerMap<>();

  ReachableObjects(ObjectReader reader) {
    this.reader = reader;
  }

  /** Removes from the sought objects all that the tips reach. */
  void removeReached(Collection<ObjectId> tips, Set<ObjectId> sought) throws IOException {
    boolean commitsOnly = true;
    for (ObjectId id : sought) {
      commitsOnly &= reader.open(id).getType() == Constants.OBJ_COMMIT;
    }
    try (RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      for (ObjectId tip : tips) {
        start(walk.parseAny(tip), walk, sought);
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

  /** A tip is usually a commit; a tag may name another tag, a tree or a blob. */
  private void start(RevObject tip, RevWalk walk, Set<ObjectId> sought) throws IOException {
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
    if (!seenTrees.contains(tree)) {
      seenTrees.add(new Seen(tree));
      sought.remove(tree.toObjectId());
      open.push(tree.toObjectId());
    }
  }
}
