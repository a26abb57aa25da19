package dev.graspd.server.family;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.missing.FetchTargets;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Standing;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Tells the hunt about changes of a family. It remembers its last notice, because the events of a
 * vanished key are gone before the change. Called in the family's lane when the change is on disk.
 * Thread-safe.
 */
public final class HuntNotifier {
  private final HuntListener listener;
  private final ServiceAddress own;
  private final Set<Identifier> waiting = ConcurrentHashMap.newKeySet();

  /** Only families that other servers have too: of the others the hunt knows nothing. */
  private final Set<Identifier> hosted = ConcurrentHashMap.newKeySet();

  /** Families whose lost objects are hunted, even if no event waits. */
  private final Set<Identifier> lost = ConcurrentHashMap.newKeySet();

  /**
   * Begins with the families in which events wait, and those that are compared.
   *
   * @param own where this service lives, with which nothing is compared
   */
  public HuntNotifier(
      HuntListener listener,
      ServiceAddress own,
      Collection<Identifier> waiting,
      Collection<Identifier> hosted) {
    this.listener = listener;
    this.own = own;
    this.waiting.addAll(waiting);
    this.hosted.addAll(hosted);
  }

  void changed(FamilyChange change) {
    Family after = change.after();
    Identifier family = after.identifier();
    tellHosted(family, FetchTargets.isCompared(after, own));
    boolean waits = isWaiting(after);
    if (!waits && waiting.remove(family) && !lost.contains(family)) {
      listener.settled(family);
    }
    if (waits) {
      waiting.add(family);
      change
          .urgency()
          .filter(_ -> begins(change, after))
          .ifPresent(urgency -> listener.waits(family, urgency));
    }
  }

  /** A lapsed event is forgotten; this is the family without it. */
  public void forgotten(Family after) {
    tellHosted(after.identifier(), FetchTargets.isCompared(after, own));
  }

  /** Objects of a family are lost, and hunted from now on. */
  public void lost(Identifier family) {
    if (lost.add(family)) {
      listener.waits(family, Urgency.RESTORED);
    }
  }

  /** Lost objects are found or given up. */
  public void lossOver(Identifier family) {
    if (lost.remove(family) && !waiting.contains(family)) {
      listener.settled(family);
    }
  }

  private void tellHosted(Identifier family, boolean isHosted) {
    if (isHosted && hosted.add(family)) {
      listener.hosted(family);
    }
    if (!isHosted && hosted.remove(family)) {
      listener.dropped(family);
    }
  }

  /** An announcement alone names no objects to hunt. */
  private static boolean isWaiting(Family family) {
    return family.states().stream().anyMatch(one -> one.standing() == Standing.WAITING)
        || family.pullRequests().values().stream()
            .anyMatch(one -> one.standing() == Standing.WAITING);
  }

  /** Whether a new or renewed event waits now. */
  private static boolean begins(FamilyChange change, Family after) {
    var standings = after.basis();
    return Stream.concat(
            change.arrival().stream().map(Event::id),
            change.only(FamilyEffect.Renew.class).map(FamilyEffect.Renew::id))
        .anyMatch(id -> standings.get(id) == Standing.WAITING);
  }

  public List<Identifier> hosted() {
    return List.copyOf(new TreeSet<>(hosted));
  }
}
