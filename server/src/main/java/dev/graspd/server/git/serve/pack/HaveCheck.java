package dev.graspd.server.git.serve.pack;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.serve.refs.FamilyRepository;
import dev.graspd.server.git.serve.request.FetchRequest;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevSort;
import org.eclipse.jgit.revwalk.RevWalk;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the haves of a client that we acknowledge: those that some repository of the family
 * serves. The store of a family also has objects that no repository serves, and a stranger must not
 * learn which. The search goes from refs to older commits, up to the oldest unknown have, within a
 * budget; a have that it misses only makes the pack larger. Used by one thread, for one request.
 */
final class HaveCheck {
  private static final Logger LOG = LoggerFactory.getLogger(HaveCheck.class);

  /** The most commits to visit. */
  private static final int COMMITS_MAX = 20_000;

  /** The most tips whose history to visit. */
  private static final int TIPS_MAX = 2_000;

  /** How much later than its child a commit may be dated: clocks differ. */
  private static final int CLOCK_SKEW_SECONDS = 24 * 60 * 60;

  private final FamilyRepository repository;
  private final Supplier<SortedSet<Oid>> family;
  private int commitsLeft = COMMITS_MAX;

  HaveCheck(FamilyRepository repository, Supplier<SortedSet<Oid>> family) {
    this.repository = repository;
    this.family = family;
  }

  /** Returns the haves that are acknowledged, in the client's order. */
  List<Oid> served(FetchRequest request) throws IOException {
    Set<ObjectId> own = repository.getRefDatabase().tips();
    Set<ObjectId> unknown = new TreeSet<>();
    for (Oid have : request.haves()) {
      ObjectId id = JgitIds.of(have);
      if (!own.contains(id)) {
        unknown.add(id);
      }
    }
    if (!unknown.isEmpty()) {
      removeServed(unknown, request.wants(), own);
    }
    return request.haves().stream().filter(have -> !unknown.contains(JgitIds.of(have))).toList();
  }

  /** Most haves are found below what is wanted, then below the other refs, then with siblings. */
  private void removeServed(Set<ObjectId> unknown, List<Oid> wants, Set<ObjectId> own)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader();
        RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      Set<RevCommit> sought = sought(unknown, reader, walk);
      removeReached(sought, wants.stream().map(JgitIds::of).toList(), unknown, walk);
      removeReached(sought, own, unknown, walk);
      if (!sought.isEmpty()) {
        List<ObjectId> tips = family.get().stream().map(JgitIds::of).toList();
        removeReached(sought, tips, unknown, walk);
      }
    }
  }

  /** Searches only for commits that are here; all other haves stay unacknowledged. */
  private static Set<RevCommit> sought(Set<ObjectId> unknown, ObjectReader reader, RevWalk walk)
      throws IOException {
    Set<RevCommit> sought = new TreeSet<>();
    for (ObjectId id : unknown) {
      if (reader.has(id) && walk.parseAny(id) instanceof RevCommit commit) {
        sought.add(commit);
      }
    }
    return sought;
  }

  private void removeReached(
      Set<RevCommit> sought, Collection<ObjectId> tips, Set<ObjectId> unknown, RevWalk walk)
      throws IOException {
    unknown.removeAll(tips);
    sought.removeIf(commit -> !unknown.contains(commit));
    if (sought.isEmpty() || commitsLeft <= 0) {
      return;
    }
    int oldest = sought.stream().mapToInt(RevCommit::getCommitTime).min().orElse(0);
    start(walk, tips);
    RevCommit commit = walk.next();
    while (commit != null && commit.getCommitTime() >= (long) oldest - CLOCK_SKEW_SECONDS) {
      if (sought.remove(commit)) {
        unknown.remove(commit);
      }
      commitsLeft--;
      commit = sought.isEmpty() || commitsLeft <= 0 ? null : walk.next();
    }
  }

  private static void start(RevWalk walk, Collection<ObjectId> tips) throws IOException {
    walk.reset();
    walk.sort(RevSort.COMMIT_TIME_DESC);
    for (ObjectId tip : tips.stream().limit(TIPS_MAX).toList()) {
      try {
        if (walk.peel(walk.parseAny(tip)) instanceof RevCommit commit) {
          walk.markStart(commit);
        }
      } catch (MissingObjectException e) {
        LOG.debug("a ref points at {}, which is lost", tip, e);
      }
    }
  }
}
