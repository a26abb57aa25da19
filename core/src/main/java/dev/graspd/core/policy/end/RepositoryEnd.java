package dev.graspd.core.policy.end;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The refs and events of a family that leave with one owner's repository (grasp.md, section 8): its
 * refs, the announcements that are here only because it lists their authors, the states and waiting
 * pull requests that are for no other repository. {@link Cascade} finds the events of other
 * families that depend on it.
 *
 * @param family without them
 * @param refs of the repository
 * @param along the events that go with it
 */
public record RepositoryEnd(Family family, Refs refs, SortedSet<EventId> along) {
  public RepositoryEnd {
    along = Collections.unmodifiableSortedSet(along);
  }

  /**
   * Computes it.
   *
   * @param before with the owner's announcement
   * @param ended the same without it, and without everything else that is deleted
   * @param isHosted whether a repository of another family is hosted or archived here
   */
  public static RepositoryEnd of(
      Family before, Family ended, PublicKey owner, Predicate<RepoAddress> isHosted) {
    SortedSet<EventId> along = new TreeSet<>();
    Family after = withoutUnlisted(before, ended, along);
    for (Stated stated : after.states()) {
      boolean counts = stated.standing() != Standing.LAPSED;
      if (counts && speaks(stated, before) && !speaks(stated, after)) {
        along.add(stated.state().id());
      }
    }
    for (Offered offered : after.pullRequests().values()) {
      if (offered.targets().contains(owner) && !isForAnother(offered, after, isHosted)) {
        along.add(offered.request().event().id());
      }
    }
    after = after.withoutAll(along);
    return new RepositoryEnd(after.withRefs(owner, Refs.NONE), before.refs(owner), along);
  }

  /** An announcement without a repository stays as long as another one lists its author. */
  private static Family withoutUnlisted(Family before, Family ended, SortedSet<EventId> along) {
    Family after = ended;
    SortedSet<EventId> unlisted = unlisted(before, after);
    while (!unlisted.isEmpty()) {
      along.addAll(unlisted);
      after = after.withoutAll(unlisted);
      unlisted = unlisted(before, after);
    }
    return after;
  }

  private static SortedSet<EventId> unlisted(Family before, Family after) {
    SortedSet<EventId> unlisted = new TreeSet<>();
    for (Announced one : after.announcements().values()) {
      PublicKey author = one.announcement().author();
      if (!one.hosting().hasRepository() && before.isListed(author) && !after.isListed(author)) {
        unlisted.add(one.announcement().event().id());
      }
    }
    return unlisted;
  }

  private static boolean speaks(Stated stated, Family family) {
    return !family.ownersFor(stated.state().author()).isEmpty();
  }

  private static boolean isForAnother(
      Offered offered, Family after, Predicate<RepoAddress> isHosted) {
    return offered.isSubmission()
        || offered.targets().stream().anyMatch(after.owners()::contains)
        || offered.request().repositories().stream()
            .filter(address -> !address.identifier().equals(after.identifier()))
            .anyMatch(isHosted);
  }
}
