package dev.graspd.server.git.serve;

import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.DepthWalk;
import org.eclipse.jgit.revwalk.RevCommit;

/**
 * What a client's history becomes when it gets so many commits more from where it ends ({@code git
 * fetch --deepen}). JGit counts from the tips only. As C git does it: the commits beyond the old
 * ends are wanted too, and the walk stops at the old and the new ends.
 *
 * @param shallow where the history ends from now on
 * @param unshallow where it ended
 * @param beyond the parents of these
 */
record Deepening(List<Oid> shallow, List<Oid> unshallow, List<Oid> beyond) {
  /** Works it out. Ends that are not this repository's to know stay where they are. */
  static Deepening of(FamilyRepository repository, List<Oid> ends, int count) throws IOException {
    Set<Oid> own = new TreeSet<>(WantCheck.own(repository, ends));
    List<Oid> shallow = new ArrayList<>();
    List<Oid> unshallow = new ArrayList<>();
    SequencedSet<Oid> beyond = new LinkedHashSet<>();
    try (ObjectReader reader = repository.newObjectReader();
        DepthWalk.RevWalk walk = new DepthWalk.RevWalk(reader, count)) {
      for (Oid end : own) {
        if (walk.parseAny(ObjectId.fromString(end.hex())) instanceof RevCommit commit) {
          walk.markRoot(commit);
        }
      }
      for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
        Oid id = new Oid(commit.name());
        if (own.contains(id)) {
          unshallow.add(id);
          for (RevCommit parent : commit.getParents()) {
            beyond.add(new Oid(parent.name()));
          }
        } else if (commit instanceof DepthWalk.Commit deep && deep.getDepth() == count) {
          shallow.add(id);
        }
      }
    }
    return new Deepening(shallow, unshallow, List.copyOf(beyond));
  }

  /** Returns what JGit is asked for instead. */
  FetchRequest insteadOf(FetchRequest request) {
    SequencedSet<Oid> ends = new LinkedHashSet<>(request.shallow());
    ends.addAll(shallow);
    return request.withBounds(beyond, List.copyOf(ends));
  }

  /** Returns the lines that tell the client. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    shallow.forEach(id -> lines.add("shallow " + id));
    unshallow.forEach(id -> lines.add("unshallow " + id));
    return lines;
  }
}
