package dev.graspd.server.git.ingest;

import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.submodule.SubmoduleValidator;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/** Looks into blobs that trees call {@code .gitmodules}: clients act upon what they say. */
final class GitmodulesCheck {
  /** Larger ones are not lists of submodules. */
  private static final int BYTES_MAX = 1 << 20;

  private final SortedSet<Oid> excused;
  private final Budget budget;

  GitmodulesCheck(SortedSet<Oid> excused, Budget budget) {
    this.excused = excused;
    this.budget = budget;
  }

  /** Checks blobs that are in one of these places. */
  void check(SortedSet<ObjectId> blobs, List<ObjectDatabase> places) throws IOException {
    for (ObjectId id : blobs) {
      if (!excused.contains(new Oid(id.name()))) {
        check(id, content(id, places));
      }
      budget.look();
    }
  }

  private static void check(ObjectId id, String content) throws RefusedException {
    try {
      SubmoduleValidator.assertValidGitModulesFile(content);
    } catch (SubmoduleValidator.SubmoduleValidationException e) {
      throw Faults.forbidden(id.name(), e.getFsckMessageId().getMessageId());
    }
  }

  private static String content(ObjectId id, List<ObjectDatabase> places) throws IOException {
    for (ObjectDatabase place : places) {
      try (ObjectReader reader = place.newReader()) {
        ObjectLoader blob = reader.open(id, Constants.OBJ_BLOB);
        if (blob.getSize() > BYTES_MAX) {
          throw Faults.forbidden(id.name(), "gitmodulesLarge");
        }
        return new String(blob.getCachedBytes(BYTES_MAX), StandardCharsets.UTF_8);
      } catch (MissingObjectException e) {
        // Then it is in the next place.
      }
    }
    throw Faults.missing(id.name(), Constants.TYPE_BLOB);
  }
}
