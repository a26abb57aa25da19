package dev.graspd.server.talk;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.blocking.Blocking;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Looks which commits the default branch of a repository has (W-41). Thread-safe. */
@FunctionalInterface
public interface MergedTips {
  /**
   * What was found.
   *
   * @param branch where the default branch was; empty if there was none
   * @param asked which commits were looked for
   * @param merged those that it had
   * @param isWhole whether no limit ended the look; otherwise it may have others, too
   */
  record Found(Optional<Oid> branch, SortedSet<Oid> asked, SortedSet<Oid> merged, boolean isWhole) {
    public static final Found NONE =
        new Found(
            Optional.empty(), Collections.emptySortedSet(), Collections.emptySortedSet(), true);

    public Found {
      asked = Collections.unmodifiableSortedSet(new TreeSet<>(asked));
      merged = Collections.unmodifiableSortedSet(new TreeSet<>(merged));
    }
  }

  /**
   * Looks for some commits.
   *
   * @param before what was found last; returned again if nothing has changed
   */
  @Blocking
  Found among(RepoAddress repository, SortedSet<Oid> tips, Found before);
}
