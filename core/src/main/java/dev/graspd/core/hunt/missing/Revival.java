package dev.graspd.core.hunt.missing;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.TipsHere;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * Decides which expired events to hold again when a clone URL advertises ids (purgatory.md, section
 * 3), so that a git host that was down for an hour does not leave us stale.
 */
public final class Revival {
  private Revival() {}

  /**
   * Returns the expired states and pull requests that need one of these ids, and those that are
   * complete by now.
   */
  public static List<EventId> of(Family family, TipsHere here, SortedSet<Oid> advertised) {
    Stream<EventId> states =
        family.states().stream()
            .filter(stated -> stated.standing() == Standing.LAPSED)
            .map(Stated::state)
            .filter(state -> state.isPossible() && !isOutdone(state, family))
            .filter(state -> waitsFor(state.tips(), Wants.absent(state, here), advertised))
            .map(RepoState::id);
    Stream<EventId> pullRequests =
        family.pullRequests().values().stream()
            .filter(offered -> offered.standing() == Standing.LAPSED)
            .map(Offered::request)
            .filter(request ->
                waitsFor(
                    request.commit().stream().toList(), Wants.absent(request, here), advertised))
            .map(request -> request.event().id());
    return Stream.concat(states, pullRequests).toList();
  }

  private static boolean waitsFor(
      Collection<Oid> ids, SortedSet<Oid> missing, SortedSet<Oid> advertised) {
    boolean isHere = missing.isEmpty() && !ids.isEmpty();
    return isHere || missing.stream().anyMatch(advertised::contains);
  }

  /** Every repository that would obey it serves a newer state, so it is obsolete. */
  private static boolean isOutdone(RepoState state, Family family) {
    SortedSet<PublicKey> owners = family.ownersFor(state.author());
    return !owners.isEmpty()
        && owners.stream()
            .allMatch(owner ->
                family.statesFor(owner).stream()
                    .filter(stated -> stated.standing() == Standing.SERVED)
                    .anyMatch(stated -> RepoState.NEWEST_FIRST.compare(stated.state(), state) < 0));
  }
}
