package dev.graspd.server.git.ingest.pack;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.PackBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
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

/** Checks blobs that trees call {@code .gitmodules}: clients act on their content. */
record GitmodulesCheck(SortedSet<Oid> excused, PackBudget budget) {
  /** Larger ones are not lists of submodules. */
  private static final int BYTES_MAX = 1 << 20;

  void check(SortedSet<ObjectId> blobs, List<ObjectDatabase> places) throws IOException {
    for (ObjectId id : blobs) {
      if (!excused.contains(JgitIds.oid(id))) {
        check(id, content(id, places));
      }
      budget.checkTime();
    }
  }

  private static void check(ObjectId id, String content) throws RefusedException {
    try {
      SubmoduleValidator.assertValidGitModulesFile(content);
    } catch (SubmoduleValidator.SubmoduleValidationException e) {
      throw IngestFaults.forbidden(id.name(), e.getFsckMessageId().getMessageId());
    }
  }

  private static String content(ObjectId id, List<ObjectDatabase> places) throws IOException {
    for (ObjectDatabase place : places) {
      try (ObjectReader reader = place.newReader()) {
        ObjectLoader blob = reader.open(id, Constants.OBJ_BLOB);
        if (blob.getSize() > BYTES_MAX) {
          throw IngestFaults.forbidden(id.name(), "gitmodulesLarge");
        }
        return new String(blob.getCachedBytes(BYTES_MAX), StandardCharsets.UTF_8);
      } catch (MissingObjectException e) {
        // The next place may have it.
      }
    }
    throw IngestFaults.missing(id.name(), Constants.TYPE_BLOB);
  }
}
