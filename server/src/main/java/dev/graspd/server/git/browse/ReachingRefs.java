package dev.graspd.server.git.browse;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * Finds out which refs of a repository reach a commit. All owners of a family share its objects.
 */
record ReachingRefs(ObjectReader reader, Refs refs) {
  Outcome<Belonging> of(Oid commit, QuestionBudget budget) throws IOException {
    Outcome<Belonging> own = own(commit, budget);
    return own instanceof Outcome.Absent<Belonging> ? offered(JgitIds.of(commit), budget) : own;
  }

  /** Finds out whether a branch or a tag reaches a commit. */
  Outcome<Belonging> own(Oid commit, QuestionBudget budget) throws IOException {
    try (RevWalk walk = walk()) {
      for (var ref : refs.values().entrySet()) {
        if (ref.getKey().isHeadOrTag()) {
          start(walk, ref.getValue());
        }
      }
      return search(walk, JgitIds.of(commit), new Belonging.Own(), budget);
    }
  }

  private Outcome<Belonging> offered(ObjectId wanted, QuestionBudget budget) throws IOException {
    for (var ref : refs.values().entrySet()) {
      Optional<EventId> pullRequest = ref.getKey().nostrEvent();
      if (pullRequest.isEmpty()) {
        continue;
      }
      try (RevWalk walk = walk()) {
        start(walk, ref.getValue());
        Outcome<Belonging> found =
            search(walk, wanted, new Belonging.Offered(pullRequest.get()), budget);
        if (!(found instanceof Outcome.Absent<Belonging>)) {
          return found;
        }
      }
    }
    return new Outcome.Absent<>();
  }

  private RevWalk walk() {
    RevWalk walk = new RevWalk(reader);
    walk.setRetainBody(false);
    return walk;
  }

  private static void start(RevWalk walk, Oid tip) throws IOException {
    try {
      RevObject object = walk.peel(walk.parseAny(JgitIds.of(tip)));
      if (object instanceof RevCommit commit) {
        walk.markStart(commit);
      }
    } catch (MissingObjectException _) {
      // Its git data is lost and being sought: it reaches nothing now.
    }
  }

  private static Outcome<Belonging> search(
      RevWalk walk, ObjectId wanted, Belonging how, QuestionBudget budget) throws IOException {
    for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
      if (commit.equals(wanted)) {
        return new Outcome.Found<>(how);
      }
      if (!budget.step()) {
        return new Outcome.TooMuch<>();
      }
    }
    return new Outcome.Absent<>();
  }
}
