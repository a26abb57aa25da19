package dev.graspd.server.gate;

import dev.graspd.core.hunt.Quarries;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Standing;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells the hunt what a change of a family means for it. It remembers what it told, because what a
 * key that vanished took along is gone before the change is made. Called in the family's lane when
 * the change is on disk. Thread-safe.
 */
final class HuntNews {
  private final HuntListener listener;
  private final Set<Identifier> waiting = ConcurrentHashMap.newKeySet();
  private final Set<Identifier> hosted = ConcurrentHashMap.newKeySet();

  /** Those whose lost objects are hunted for; nothing of them needs to wait. */
  private final Set<Identifier> lossy = ConcurrentHashMap.newKeySet();

  /** Begins with the families in which something waits, and those that are compared. */
  HuntNews(HuntListener listener, Collection<Identifier> waiting, Collection<Identifier> hosted) {
    this.listener = listener;
    this.waiting.addAll(waiting);
    this.hosted.addAll(hosted);
  }

  void changed(FamilyChange change) {
    Family after = change.settlement().applyTo(change.joined());
    Identifier family = after.identifier();
    tellHosted(family, Quarries.isCompared(after));
    boolean waits = isWaiting(after);
    if (!waits && waiting.remove(family) && !lossy.contains(family)) {
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

  /** An event of a family is not remembered any more; this is left. */
  void forgotten(Family after) {
    tellHosted(after.identifier(), Quarries.isCompared(after));
  }

  /** Objects of a family are lost, and hunted for from now on. */
  void lost(Identifier family) {
    if (lossy.add(family)) {
      listener.waits(family, Urgency.RESTORED);
    }
  }

  /** They are not hunted for any more: found, or given up. */
  void lossOver(Identifier family) {
    if (lossy.remove(family) && !waiting.contains(family)) {
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

  /** An announcement alone waits for nothing that has a name. */
  private static boolean isWaiting(Family family) {
    return family.states().stream().anyMatch(one -> one.standing() == Standing.WAITING)
        || family.pullRequests().values().stream()
            .anyMatch(one -> one.standing() == Standing.WAITING);
  }

  /** Whether something that came, or got its time again, waits now. */
  private static boolean begins(FamilyChange change, Family after) {
    SortedSet<EventId> begun = new TreeSet<>(change.renewed());
    change.arrival().ifPresent(event -> begun.add(event.id()));
    var standings = after.basis();
    return begun.stream().anyMatch(id -> standings.get(id) == Standing.WAITING);
  }

  List<Identifier> hosted() {
    return List.copyOf(new TreeSet<>(hosted));
  }
}
