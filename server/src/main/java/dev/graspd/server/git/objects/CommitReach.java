package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Supplier;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the history of served refs, newest commits first, until a question is answered or the
 * budget is spent; the next question continues there. Opens nothing before the first question. For
 * one thread.
 */
final class CommitReach implements Reach {
  private static final Logger LOG = LoggerFactory.getLogger(CommitReach.class);

  private final Supplier<ObjectStores.Lease> lease;
  private final Collection<Oid> tips;
  private final ObjectIds seen = new ObjectIds();
  private int visitsLeft;
  private boolean isOver;
  private ObjectStores.@Nullable Lease reading;
  private @Nullable RevWalk walk;

  /**
   * Visits nothing yet.
   *
   * @param lease the right to read the family, taken at the first question
   * @param visitsMax objects to visit for all questions together
   */
  CommitReach(Supplier<ObjectStores.Lease> lease, Collection<Oid> tips, int visitsMax) {
    this.lease = lease;
    this.tips = tips;
    this.visitsLeft = visitsMax;
  }

  @Override
  public boolean isReached(Oid id) {
    ObjectId sought = JgitIds.of(id);
    try {
      return isReached(sought);
    } catch (IOException e) {
      // A lost object leads nowhere.
      LOG.debug("the history of served refs cannot be followed to {}", id, e);
      isOver = true;
      visitsLeft = -1;
      return seen.contains(sought);
    }
  }

  private boolean isReached(ObjectId sought) throws IOException {
    RevWalk history = started();
    if (seen.contains(sought)) {
      return true;
    }
    return switch (kindOf(sought, history.getObjectReader())) {
      case Constants.OBJ_COMMIT -> isInHistory(sought, history);
      case Constants.OBJ_TREE, Constants.OBJ_BLOB -> isFound(sought);
      // Only a ref or a served tag can serve a tag.
      default -> false;
    };
  }

  /** An object that arrives just now is not published, and no ref leads to it. */
  private static int kindOf(ObjectId id, ObjectReader reader) throws IOException {
    try {
      return reader.open(id).getType();
    } catch (MissingObjectException e) {
      return Constants.OBJ_BAD;
    }
  }

  private boolean isInHistory(ObjectId sought, RevWalk history) throws IOException {
    while (!isOver && !seen.contains(sought)) {
      RevCommit commit = mayVisit() ? history.next() : null;
      if (commit == null) {
        isOver = true;
      } else {
        seen.add(commit);
      }
    }
    return seen.contains(sought);
  }

  /** Tags of blobs and trees are rare. */
  private boolean isFound(ObjectId sought) throws IOException {
    OuterObjects one = new OuterObjects();
    one.addBase(sought, Constants.OBJ_BLOB);
    try (ObjectSearch search = new ObjectSearch(reading(), tips, new Visits())) {
      return search.unreached(one).isEmpty();
    }
  }

  private final class Visits implements ObjectSearch.Effort {
    @Override
    public void visit() throws IOException {
      if (!mayVisit()) {
        throw new IOException("too many objects to visit");
      }
    }

    @Override
    public ObjectSearch.Depth deep() {
      return () -> {};
    }
  }

  @Override
  public boolean isCutOff() {
    return visitsLeft < 0;
  }

  private boolean mayVisit() {
    return visitsLeft-- > 0;
  }

  private ObjectStores.Lease reading() {
    ObjectStores.Lease begun = reading;
    if (begun == null) {
      begun = lease.get();
      reading = begun;
    }
    return begun;
  }

  private RevWalk started() throws IOException {
    if (walk != null) {
      return walk;
    }
    RevWalk fresh = new RevWalk(reading().directory().newReader());
    walk = fresh;
    fresh.setRetainBody(false);
    for (Oid tip : tips) {
      if (mayVisit()) {
        start(JgitIds.of(tip), fresh);
      }
    }
    return fresh;
  }

  private void start(ObjectId tip, RevWalk history) throws IOException {
    RevObject object;
    try {
      object = history.parseAny(tip);
    } catch (MissingObjectException e) {
      LOG.debug("a served ref has {}, which is lost", tip, e);
      return;
    }
    seen.add(object);
    while (object instanceof RevTag tag) {
      object = history.parseAny(tag.getObject());
      seen.add(object);
    }
    if (object instanceof RevCommit commit) {
      history.markStart(commit);
    }
  }

  @Override
  public void close() {
    RevWalk begun = walk;
    if (begun != null) {
      begun.close();
      begun.getObjectReader().close();
    }
    ObjectStores.Lease read = reading;
    if (read != null) {
      read.close();
    }
  }
}
