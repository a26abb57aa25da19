package dev.graspd.server.git.serve.pack;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.serve.refs.FamilyRepository;
import dev.graspd.server.git.serve.request.FetchRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.DepthWalk;
import org.eclipse.jgit.revwalk.RevCommit;

/**
 * A client's history with so many more commits behind its ends ({@code git fetch --deepen}). JGit
 * counts only from the tips. We do it as C git does: the commits behind the old ends are wanted
 * too, and the walk stops at the old and the new ends.
 *
 * @param shallow the new ends of the history
 * @param unshallow the old ends
 * @param beyond the parents of the old ends
 */
record Deepening(List<Oid> shallow, List<Oid> unshallow, List<Oid> beyond) {
  /** Computes it. Ends that this repository does not reach stay. */
  static Deepening of(FamilyRepository repository, List<Oid> ends, int count) throws IOException {
    Set<Oid> own = new TreeSet<>(WantCheck.own(repository, ends));
    List<Oid> shallow = new ArrayList<>();
    List<Oid> unshallow = new ArrayList<>();
    SequencedSet<Oid> beyond = new LinkedHashSet<>();
    try (ObjectReader reader = repository.newObjectReader();
        DepthWalk.RevWalk walk = new DepthWalk.RevWalk(reader, count)) {
      for (Oid end : own) {
        if (walk.parseAny(JgitIds.of(end)) instanceof RevCommit commit) {
          walk.markRoot(commit);
        }
      }
      for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
        Oid id = JgitIds.oid(commit);
        if (own.contains(id)) {
          unshallow.add(id);
          for (RevCommit parent : commit.getParents()) {
            beyond.add(JgitIds.oid(parent));
          }
        } else if (commit instanceof DepthWalk.Commit deep && deep.getDepth() == count) {
          shallow.add(id);
        }
      }
    }
    return new Deepening(shallow, unshallow, List.copyOf(beyond));
  }

  /** Returns the request for JGit. */
  FetchRequest insteadOf(FetchRequest request) {
    SequencedSet<Oid> ends = new LinkedHashSet<>(request.shallow());
    ends.addAll(shallow);
    return request.withBounds(beyond, List.copyOf(ends));
  }

  /** Returns the lines for the client. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    shallow.forEach(id -> lines.add("shallow " + id));
    unshallow.forEach(id -> lines.add("unshallow " + id));
    return lines;
  }
}
