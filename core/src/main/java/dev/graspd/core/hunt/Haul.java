package dev.graspd.core.hunt;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.policy.Settlement;
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
 * What objects that a hunt brought mean for a family.
 *
 * <p>A hunt has no path as a push has: what it brings is for every repository that obeys the state
 * which it completes. To each of those anybody may push the same objects, and that would end the
 * wait of its announcement; so does this. A repository that does not obey that state, or obeys
 * another one before it, has got nothing.
 *
 * @param taker for whom the bytes count; empty if nothing held wants any of them
 * @param delivered the owners whose own repository gets authorised git data
 */
public record Haul(Optional<Taker> taker, SortedSet<PublicKey> delivered) {
  public Haul {
    delivered = Collections.unmodifiableSortedSet(delivered);
  }

  /**
   * Whose repository the bytes count for. The newest held state that waits for one of the objects
   * decides: its author's repository, or the first that obeys the author. Without such a state it
   * is the first repository here that a pull request names which waits for one, or its signer's
   * place if there is none.
   */
  public record Taker(PublicKey owner, Quota.Cause cause) {}

  /**
   * Returns which of the objects that a family lacks have been brought.
   *
   * @param here what the family had before
   * @param all the same with what was brought
   */
  public static SortedSet<Oid> brought(Family family, TipsHere here, TipsHere all) {
    return Wants.come(family, here, all);
  }

  /** Returns what it means that these objects were brought. */
  public static Haul of(Family family, TipsHere all, SortedSet<Oid> brought) {
    SortedSet<PublicKey> delivered = new TreeSet<>(family.owners());
    delivered.removeIf(owner -> !isFilled(owner, family, all, brought));
    return new Haul(takerOf(family, brought), delivered);
  }

  /** Returns for whom the bytes of these objects count, if anybody waits for them. */
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

  /** Whether the newest state that this repository can obey is held and was completed by this. */
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
   * Returns for whom the bytes count that make a family whole again: the first owner whose
   * repository shows one of these objects.
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

  /** Returns whether nothing that is held wants any of it. */
  public boolean isUnwanted() {
    return taker.isEmpty();
  }
}
