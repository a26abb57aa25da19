package dev.graspd.core.hunt.missing;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.TipsHere;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The held events of a family that need git data (purgatory.md, section 4): states that a
 * repository here would obey, and pull requests for a repository here. Without expired events.
 */
public final class Wants {
  private Wants() {}

  /** Returns the objects that held events wait for and that are missing. */
  public static SortedSet<Oid> missing(Family family, TipsHere here) {
    SortedSet<Oid> missing = new TreeSet<>();
    states(family).forEach(state -> missing.addAll(absent(state, here)));
    pullRequests(family).forEach(offered -> missing.addAll(absent(offered.request(), here)));
    return missing;
  }

  /** Returns the objects that held events waited for and that are here now. */
  static SortedSet<Oid> come(Family family, TipsHere before, TipsHere after) {
    SortedSet<Oid> come = new TreeSet<>();
    for (RepoState state : states(family)) {
      SortedSet<Oid> lacked = absent(state, before);
      lacked.removeAll(absent(state, after));
      come.addAll(lacked);
    }
    for (Offered offered : pullRequests(family)) {
      SortedSet<Oid> lacked = absent(offered.request(), before);
      lacked.removeAll(absent(offered.request(), after));
      come.addAll(lacked);
    }
    return come;
  }

  /** Returns the keys whose held events lack objects. */
  public static SortedSet<PublicKey> waitingKeys(Family family, TipsHere here) {
    SortedSet<PublicKey> keys = new TreeSet<>();
    states(family).stream()
        .filter(state -> !absent(state, here).isEmpty())
        .forEach(state -> keys.add(state.author()));
    pullRequests(family).stream()
        .map(Offered::request)
        .filter(request -> !absent(request, here).isEmpty())
        .forEach(request -> keys.add(request.event().author()));
    return keys;
  }

  /** The states, newest first. */
  static List<RepoState> states(Family family) {
    return family.states().stream()
        .filter(stated -> stated.standing() == Standing.WAITING)
        .map(Stated::state)
        .filter(RepoState::isPossible)
        .filter(state -> !family.ownersFor(state.author()).isEmpty())
        .toList();
  }

  static List<Offered> pullRequests(Family family) {
    return family.pullRequests().values().stream()
        .filter(offered -> offered.standing() == Standing.WAITING)
        .filter(offered ->
            offered.isSubmission()
                || offered.targets().stream()
                    .map(family::announcementOf)
                    .flatMap(Optional::stream)
                    .anyMatch(Announced::isRepository))
        .toList();
  }

  /**
   * Returns the held events that wait for one of these objects; for a state also the announcements
   * of repositories that would get their first git data with it.
   */
  public static SortedSet<EventId> waitingFor(Family family, SortedSet<Oid> ids) {
    SortedSet<EventId> events = new TreeSet<>();
    for (RepoState state : states(family)) {
      if (!Collections.disjoint(state.tips(), ids)) {
        events.add(state.id());
        family.ownersFor(state.author()).stream()
            .map(family::announcementOf)
            .flatMap(Optional::stream)
            .filter(announced -> announced.standing() == Standing.WAITING)
            .forEach(announced -> events.add(announced.announcement().event().id()));
      }
    }
    pullRequests(family).stream()
        .map(Offered::request)
        .filter(request -> request.commit().filter(ids::contains).isPresent())
        .forEach(request -> events.add(request.event().id()));
    return events;
  }

  static SortedSet<Oid> absent(RepoState state, TipsHere here) {
    return absent(state.tips(), here, state.author());
  }

  static SortedSet<Oid> absent(PullRequest request, TipsHere here) {
    return absent(request.commit().stream().toList(), here, request.event().author());
  }

  private static SortedSet<Oid> absent(Collection<Oid> ids, TipsHere here, PublicKey signer) {
    SortedSet<Oid> absent = new TreeSet<>(ids);
    absent.removeIf(id -> here.to(signer).kindOf(id).isPresent());
    return absent;
  }
}
