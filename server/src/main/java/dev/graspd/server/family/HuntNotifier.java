package dev.graspd.server.family;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.missing.FetchTargets;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.family.held.HeldIndex;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the hunt about changes of families, as the log shows them, and only what is different. It
 * remembers what waits; which families are compared the hunt itself knows. Thread-safe.
 */
public final class HuntNotifier {
  private static final Logger LOG = LoggerFactory.getLogger(HuntNotifier.class);

  private final HuntListener listener;
  private final ServiceAddress own;
  private final Object comparing = new Object();

  /** Changed families of which it is not known yet whether they are hosted. */
  private final Set<Identifier> unchecked = ConcurrentHashMap.newKeySet();

  private final Set<Identifier> waiting = ConcurrentHashMap.newKeySet();

  /** Families whose lost objects are hunted, even if no event waits. */
  private final Set<Identifier> lost = ConcurrentHashMap.newKeySet();

  private final HostedSearch search;
  private final Function<EventId, Known> known;

  /**
   * Begins with the families in which events wait.
   *
   * @param own where this service lives, with which nothing is compared
   * @param search finds those that are compared
   * @param known what the store knows of an event
   */
  public HuntNotifier(
      HuntListener listener,
      ServiceAddress own,
      Collection<Identifier> waiting,
      HostedSearch search,
      Function<EventId, Known> known) {
    this.listener = listener;
    this.own = own;
    this.waiting.addAll(waiting);
    this.search = search;
    this.known = known;
  }

  /**
   * Finds the families that are compared, and tells those that the hunt does not know. Takes long
   * on a large store: not for a start that somebody waits for.
   */
  public void findHosted(Function<Identifier, Family> families) throws InterruptedException {
    try {
      search.run(found(families));
    } catch (StorageException e) {
      LOG.debug("finding the families to compare ends with the store", e);
    }
  }

  private HostedSearch.Found found(Function<Identifier, Family> families) {
    return new HostedSearch.Found() {
      @Override
      public void hosted(EventId announcement, Identifier family) throws InterruptedException {
        checkInterrupt();
        listener.awaitRoom();
        // A change that is written after this is compared after this, too.
        synchronized (comparing) {
          if (known.apply(announcement) == Known.SERVED) {
            tellHosted(family, true);
          }
        }
      }

      @Override
      public void uncertain(Identifier family) throws InterruptedException {
        checkInterrupt();
        if (!isTold(family, true)) {
          listener.awaitRoom();
          unchecked.add(family);
          compare(families);
        }
      }
    };
  }

  private static void checkInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /**
   * A family has changed. One change after the other.
   *
   * @param held its held events
   * @param begun those whose wait has begun or was changed
   */
  void changed(Identifier family, List<Waiting> held, List<HeldIndex.Begun> begun) {
    unchecked.add(family);
    boolean waits = held.stream().anyMatch(HuntNotifier::isHunted);
    if (!waits && waiting.remove(family) && !lost.contains(family)) {
      listener.settled(family);
    }
    if (waits) {
      waiting.add(family);
      begun.stream()
          .map(one -> one.now().until())
          .filter(until -> !until.lapsed())
          .map(until -> until.soon() ? Urgency.SYNCED : Urgency.CLIENT)
          .max(Comparator.naturalOrder())
          .ifPresent(urgency -> listener.waits(family, urgency));
    }
  }

  /** An announcement alone names no objects to hunt. */
  private static boolean isHunted(Waiting row) {
    return !row.until().lapsed() && row.kind() != Kinds.ANNOUNCEMENT;
  }

  /** Tells which of the changed families are hosted now. */
  public void compare(Function<Identifier, Family> families) {
    if (Thread.holdsLock(comparing)) {
      // A reading of a family has found more changes.
      return;
    }
    // Views only get newer, so the last notice is the true one.
    synchronized (comparing) {
      for (Identifier family : List.copyOf(unchecked)) {
        if (unchecked.remove(family)) {
          compare(family, families);
        }
      }
    }
  }

  private void compare(Identifier family, Function<Identifier, Family> families) {
    try {
      tellHosted(family, FetchTargets.isCompared(families.apply(family), own));
    } catch (StorageException e) {
      // The change is written; the next one tries again.
      LOG.debug("whether {} is hosted could not be read", family, e);
      unchecked.add(family);
    }
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
    if (isTold(family, isHosted)) {
      return;
    }
    if (isHosted) {
      listener.hosted(family);
    } else {
      listener.dropped(family);
    }
  }

  private boolean isTold(Identifier family, boolean isHosted) {
    return listener.isHosted(family).filter(known -> known == isHosted).isPresent();
  }
}
