package dev.graspd.core.hunt.missing;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.TipsHere;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The effect of fetched objects on a family.
 *
 * <p>A push names one repository, a fetch does not: its objects are for every repository that obeys
 * the completed state. Anybody may push the same objects to each of them, which would release its
 * announcement; so does this. A repository that does not obey that state, or obeys another one
 * first, gets nothing.
 *
 * @param taker the account that the bytes count for; empty if no held event needs any of the
 *     objects
 * @param delivered the owners whose repository gets authorised git data
 */
public record FetchedObjects(Optional<Taker> taker, SortedSet<PublicKey> delivered) {
  public FetchedObjects {
    delivered = Collections.unmodifiableSortedSet(delivered);
  }

  /**
   * The repository that the bytes count for. The newest held state that waits for one of the
   * objects decides: its author's repository, or the first one that obeys the author. Without such
   * a state, it is the first repository here that a waiting pull request names, or otherwise the
   * place of its signer.
   */
  public record Taker(PublicKey owner, Quota.Cause cause) {}

  /**
   * Returns which missing objects of a family were fetched.
   *
   * @param here what the family had before
   * @param all the same with the fetched objects
   */
  public static SortedSet<Oid> brought(Family family, TipsHere here, TipsHere all) {
    return Wants.come(family, here, all);
  }

  /** Returns what these fetched objects mean. */
  public static FetchedObjects of(Family family, TipsHere all, SortedSet<Oid> brought) {
    SortedSet<PublicKey> delivered = new TreeSet<>(family.owners());
    delivered.removeIf(owner -> !isFilled(owner, family, all, brought));
    return new FetchedObjects(takerOf(family, brought), delivered);
  }

  /** Returns the account that these objects count for, if a held event waits for them. */
  public static Optional<Taker> takerOf(Family family, SortedSet<Oid> brought) {
    Optional<Taker> ofState =
        Wants.states(family).stream()
            .filter(state -> names(state, brought))
            .map(state -> new Taker(takerOf(state, family), Quota.Cause.SIGNED))
            .findFirst();
    return ofState.or(() ->
        Wants.pullRequests(family).stream()
            .filter(offered -> offered.request().commit().filter(brought::contains).isPresent())
            .map(offered -> new Taker(takerOf(offered, family), Quota.Cause.OFFERED))
            .findFirst());
  }

  private static PublicKey takerOf(Offered offered, Family family) {
    return offered.targets().stream()
        .filter(owner -> family.announcementOf(owner).filter(Announced::isRepository).isPresent())
        .findFirst()
        .orElseGet(() -> offered.request().event().author());
  }

  private static boolean names(RepoState state, SortedSet<Oid> ids) {
    return state.refs().values().stream().anyMatch(ids::contains);
  }

  private static PublicKey takerOf(RepoState state, Family family) {
    SortedSet<PublicKey> owners = family.ownersFor(state.author());
    return owners.contains(state.author()) ? state.author() : owners.first();
  }

  /**
   * Whether the newest state that this repository can obey is held, and these objects complete it.
   */
  private static boolean isFilled(
      PublicKey owner, Family family, TipsHere all, SortedSet<Oid> brought) {
    Optional<Stated> obeyed =
        family.statesFor(owner).stream()
            .filter(stated ->
                stated.standing() == Standing.SERVED || Settlement.isComplete(stated.state(), all))
            .findFirst();
    return obeyed
        .filter(stated -> stated.standing() == Standing.WAITING)
        .filter(stated -> names(stated.state(), brought))
        .isPresent();
  }

  /**
   * Returns the account for bytes that repair a family: the first owner whose repository shows one
   * of these objects.
   */
  public static Optional<Taker> keeperOf(Family family, SortedSet<Oid> mended) {
    return family.allRefs().entrySet().stream()
        .filter(entry -> entry.getValue().values().values().stream().anyMatch(mended::contains))
        .map(entry -> new Taker(entry.getKey(), Quota.Cause.SIGNED))
        .findFirst()
        .or(() -> submitterOf(family, mended));
  }

  private static Optional<Taker> submitterOf(Family family, SortedSet<Oid> mended) {
    return family.submissions().values().stream()
        .filter(submission -> mended.contains(submission.commit()))
        .map(submission -> new Taker(submission.signer(), Quota.Cause.OFFERED))
        .findFirst();
  }

  /** Returns whether no held event needs any of it. */
  public boolean isUnwanted() {
    return taker.isEmpty();
  }
}
