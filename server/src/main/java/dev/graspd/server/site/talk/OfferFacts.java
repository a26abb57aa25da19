package dev.graspd.server.site.talk;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.Belonging;
import java.util.List;
import java.util.Optional;

/** The commits that a pull request offers, as they are here (W-44). */
public sealed interface OfferFacts {
  /**
   * They are here.
   *
   * @param belonging how the tip belongs to the repository
   * @param target the branch that they are for, as people call it
   * @param base the commit from which they are compared; empty if both share no history
   * @param claimed the merge base that the event names
   * @param commits that the target lacks, the newest first
   * @param isMerged whether the target has all of them
   */
  record Here(
      Oid tip,
      Belonging belonging,
      String target,
      Optional<Oid> base,
      Optional<Oid> claimed,
      List<Oid> commits,
      boolean isMerged)
      implements OfferFacts {
    public Here {
      commits = List.copyOf(commits);
    }
  }

  /**
   * They are not in this repository.
   *
   * @param tip empty if it names a commit of another kind of git
   * @param cloneUrls where its author says that it can be fetched
   */
  record Missing(Optional<Oid> tip, List<String> cloneUrls) implements OfferFacts {
    public Missing {
      cloneUrls = List.copyOf(cloneUrls);
    }
  }

  /** It would take too long to find out. */
  record TooMuch() implements OfferFacts {}
}
