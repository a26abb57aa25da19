package dev.graspd.server.git.ingest.pack;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.PackBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.MutableObjectId;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.util.RawParseUtils;

/**
 * Checks commits, trees and tags as git's fsck does, and collects their references. For one thread.
 */
final class ObjectExaminer implements DeltaResolver.Examiner {
  /** Versions of {@code .gitmodules} in one pack. */
  private static final int GITMODULES_MAX = 100_000;

  private static final byte[] HEADER_END = {'\n', '\n'};

  private final References references;
  private final SortedSet<Oid> excused;
  private final PackBudget budget;
  private final ObjectChecker checker = new ObjectChecker();
  private final SortedSet<ObjectId> gitmodules = new TreeSet<>();

  /**
   * Knows nothing yet.
   *
   * @param excused historic objects with an allowed fault
   */
  ObjectExaminer(References references, SortedSet<Oid> excused, PackBudget budget) {
    this.references = references;
    this.excused = excused;
    this.budget = budget;
  }

  /** Returns the blobs that some tree calls {@code .gitmodules}; they still need a check. */
  SortedSet<ObjectId> gitmodules() {
    return gitmodules;
  }

  @Override
  public void examine(int kind, ObjectId id, byte[] content) throws IOException {
    switch (kind) {
      case Constants.OBJ_COMMIT -> commit(id, content);
      case Constants.OBJ_TREE -> tree(id, content);
      case Constants.OBJ_TAG -> tag(id, content);
      default -> {}
    }
  }

  private void commit(ObjectId id, byte[] content) throws IOException {
    check(Constants.OBJ_COMMIT, id, content);
    int at = reference(id, content, 0, ObjectChecker.tree, Constants.OBJ_TREE);
    while (RawParseUtils.match(content, at, ObjectChecker.parent) >= 0) {
      at = reference(id, content, at, ObjectChecker.parent, Constants.OBJ_COMMIT);
      budget.step();
    }
  }

  private void tag(ObjectId id, byte[] content) throws IOException {
    check(Constants.OBJ_TAG, id, content);
    int typeAt = ObjectChecker.object.length + Constants.OBJECT_ID_STRING_LENGTH + 1;
    int kindAt = RawParseUtils.match(content, typeAt, ObjectChecker.type);
    if (kindAt < 0) {
      throw IngestFaults.forbidden(id.name(), "missingTypeEntry");
    }
    String word = RawParseUtils.decode(content, kindAt, RawParseUtils.nextLF(content, kindAt) - 1);
    reference(id, content, 0, ObjectChecker.object, kind(id, word));
  }

  private static int kind(ObjectId id, String word) throws RefusedException {
    return switch (word) {
      case Constants.TYPE_COMMIT -> Constants.OBJ_COMMIT;
      case Constants.TYPE_TREE -> Constants.OBJ_TREE;
      case Constants.TYPE_BLOB -> Constants.OBJ_BLOB;
      case Constants.TYPE_TAG -> Constants.OBJ_TAG;
      default -> throw IngestFaults.forbidden(id.name(), "badType");
    };
  }

  /** Follows one header line; returns where the next begins. Even an excused object needs these. */
  private int reference(ObjectId id, byte[] content, int at, byte[] header, int kind)
      throws IOException {
    int idAt = RawParseUtils.match(content, at, header);
    int end = idAt + Constants.OBJECT_ID_STRING_LENGTH;
    if (idAt < 0 || end >= content.length || content[end] != '\n') {
      throw IngestFaults.forbidden(id.name(), "unterminatedHeader");
    }
    MutableObjectId referred = new MutableObjectId();
    try {
      referred.fromString(content, idAt);
    } catch (IllegalArgumentException e) {
      throw IngestFaults.forbidden(id.name(), "badObjectSha1");
    }
    references.need(referred, kind);
    return end + 1;
  }

  private void check(int kind, ObjectId id, byte[] content) throws RefusedException {
    if (isExcused(id)) {
      return;
    }
    try {
      checker.check(id, kind, content);
    } catch (CorruptObjectException e) {
      throw IngestFaults.forbidden(id.name(), messageId(e));
    }
    if (hasNulInHeader(content)) {
      throw IngestFaults.forbidden(id.name(), "nulInHeader");
    }
  }

  private static String messageId(CorruptObjectException fault) {
    ObjectChecker.ErrorType type = fault.getErrorType();
    return type == null ? "corrupt" : type.getMessageId();
  }

  private static boolean hasNulInHeader(byte[] content) {
    for (int i = 0; i < content.length; i++) {
      if (content[i] == 0) {
        return true;
      }
      if (RawParseUtils.match(content, i, HEADER_END) >= 0) {
        return false;
      }
    }
    return false;
  }

  private void tree(ObjectId id, byte[] content) throws IOException {
    TreeWalk walk = new TreeWalk(content, isExcused(id));
    try {
      while (walk.next()) {
        entry(walk);
      }
    } catch (TreeWalk.TreeFault e) {
      throw IngestFaults.forbidden(id.name(), e.messageId());
    }
  }

  private void entry(TreeWalk walk) throws IOException, TreeWalk.TreeFault {
    ObjectId referred = walk.id();
    int kind = walk.kind();
    if (walk.requireGoodName()) {
      gitmodules.add(referred);
      if (gitmodules.size() > GITMODULES_MAX) {
        throw IngestFaults.costly("it has too many .gitmodules");
      }
    }
    if (kind != Constants.OBJ_COMMIT) {
      references.need(referred, kind);
    }
    budget.step();
  }

  private boolean isExcused(ObjectId id) {
    return !excused.isEmpty() && excused.contains(JgitIds.oid(id));
  }
}
