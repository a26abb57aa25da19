package dev.graspd.core.hunt;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import java.util.Collections;
import java.util.List;
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
 * @param taker for whom the bytes count: whoever has the newest held event that waits for one of
 *     the objects; empty if nothing held wants any of them
 * @param delivered the owners whose own repository gets authorised git data
 */
public record Haul(Optional<PublicKey> taker, SortedSet<PublicKey> delivered) {
  public Haul {
    delivered = Collections.unmodifiableSortedSet(delivered);
  }

  /**
   * Returns which of the objects that a family lacks have been brought.
   *
   * @param here what the family had before
   * @param all the same with what was brought
   */
  public static SortedSet<Oid> brought(Family family, ObjectsHere here, ObjectsHere all) {
    SortedSet<Oid> brought = Wants.missing(family, here);
    brought.removeIf(id -> all.kindOf(id).isEmpty());
    return brought;
  }

  /** Returns what it means that these objects were brought. */
  public static Haul of(Family family, ObjectsHere all, SortedSet<Oid> brought) {
    SortedSet<PublicKey> delivered = new TreeSet<>(family.owners());
    delivered.removeIf(owner -> !isFilled(owner, family, all, brought));
    return new Haul(takerOf(family, brought), delivered);
  }

  private static Optional<PublicKey> takerOf(Family family, SortedSet<Oid> brought) {
    Optional<PublicKey> ofState =
        Wants.states(family).stream()
            .filter(state -> names(state, brought))
            .map(state -> takerOf(state, family))
            .findFirst();
    return ofState.or(() ->
        Wants.pullRequests(family).stream()
            .map(Offered::request)
            .filter(request -> request.commit().filter(brought::contains).isPresent())
            .map(request -> request.event().author())
            .findFirst());
  }

  private static boolean names(RepoState state, SortedSet<Oid> ids) {
    return state.refs().values().stream().anyMatch(ids::contains);
  }

  private static PublicKey takerOf(RepoState state, Family family) {
    List<PublicKey> owners = Wants.ownersFor(state.author(), family);
    return owners.contains(state.author()) ? state.author() : owners.getFirst();
  }

  /** Whether the newest state that this repository can obey is held and was completed by this. */
  private static boolean isFilled(
      PublicKey owner, Family family, ObjectsHere all, SortedSet<Oid> brought) {
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

  /** Returns whether nothing that is held wants any of it. */
  public boolean isUnwanted() {
    return taker.isEmpty();
  }
}
