package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.Cascade;
import dev.graspd.core.policy.Cascade.Candidate;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.HoldingStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.StoreTransaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets aside what hangs on a repository that is hosted no more, in small transactions. Ended at any
 * point, it begins again where something is left: what is set aside is served no more and leads to
 * the rest. Blocks; needs no lane, since each transaction looks whether the repository is still
 * gone. Thread-safe.
 */
final class Gathering {
  private static final Logger LOG = LoggerFactory.getLogger(Gathering.class);

  /** How many events one transaction sets aside. */
  private static final int SLICE_EVENTS = 200;

  /** How many are read at a time: they may be large. */
  private static final int PAGE_EVENTS = 50;

  /**
   * What comes in while it is gathered is found by looking again; nothing new can hang on what is
   * set aside ({@link HangingEvents}), so that ends. If not, the erasure finds the rest.
   */
  private static final int PASSES_MAX = 100;

  private final EventStore store;
  private final HoldingStore holdings;
  private final Hanging hanging;
  private final FailPoints failPoints;

  Gathering(EventStore store, HoldingStore holdings, Hanging hanging, FailPoints failPoints) {
    this.store = store;
    this.holdings = holdings;
    this.hanging = hanging;
    this.failPoints = failPoints;
  }

  /** Sets aside all that hangs on a repository; returns how many, unless it is back meanwhile. */
  Optional<Integer> gather(Holding holding) {
    int all = 0;
    int before = -1;
    for (int pass = 0; pass < PASSES_MAX && all > before; pass++) {
      before = all;
      Pass look = new Pass(holding);
      if (!look.run()) {
        return Optional.empty();
      }
      all += look.moved;
    }
    return Optional.of(all);
  }

  /** One look at all that names what is gone. */
  private final class Pass {
    private final Holding holding;
    private final Set<EventId> judged = new HashSet<>();
    private int moved;

    Pass(Holding holding) {
      this.holding = holding;
    }

    /** Returns whether the repository is still gone. */
    boolean run() {
      Stream<String> own =
          Stream.concat(
              Stream.of(holding.repository().toString()),
              holding.announcement().stream().map(EventId::hex));
      boolean goesOn = own.allMatch(this::lookAt);
      List<Aside> page = page(Optional.empty());
      while (goesOn && !page.isEmpty()) {
        goesOn = page.stream().map(Aside::event).allMatch(this::lookAround);
        page = page(Optional.of(page.getLast().event().id()));
      }
      return goesOn;
    }

    private List<Aside> page(Optional<EventId> after) {
      return holdings.aside(holding.repository(), after, PAGE_EVENTS);
    }

    /** Others came by naming it, or because it names them. */
    private boolean lookAround(Event gone) {
      return Hanging.namesOf(gone).allMatch(this::lookAt)
          && hanging.namedBy(gone).allMatch(this::lookAt);
    }

    private boolean lookAt(String name) {
      return hanging.forEachNaming(name, this::lookAt);
    }

    private boolean lookAt(Event event) {
      return !judged.add(event.id()) || store.known(event.id()) != Known.SERVED || judge(event);
    }

    private boolean judge(Event event) {
      Optional<Collection<Candidate>> connected = hanging.connected(event);
      if (connected.isEmpty()) {
        LOG.warn("event {} stays: too many are connected with it", event.id());
      }
      return connected.isEmpty() || judge(connected.get());
    }

    private boolean judge(Collection<Candidate> connected) {
      connected.forEach(one -> judged.add(one.id()));
      List<EventId> going = new ArrayList<>(Cascade.going(connected));
      SortedSet<RepoAddress> named = repositoriesOf(connected);
      for (int at = 0; at < going.size(); at += SLICE_EVENTS) {
        List<EventId> slice = going.subList(at, Math.min(going.size(), at + SLICE_EVENTS));
        int done = store.write(tx -> setAside(tx, slice, named)).toCompletableFuture().join();
        failPoints.reach(FailPoints.GATHERED);
        if (done < 0) {
          return false;
        }
        moved += done;
      }
      return true;
    }

    private int setAside(StoreTransaction tx, List<EventId> ids, SortedSet<RepoAddress> named) {
      boolean isGone =
          tx.holding(holding.repository())
              .filter(row -> row.isSameAs(holding) && row.phase().takesEvents())
              .isPresent();
      if (!isGone) {
        return -1;
      }
      SortedSet<RepoAddress> keepers = new TreeSet<>(List.of(holding.repository()));
      named.stream()
          .filter(one -> tx.holding(one).filter(row -> row.phase().isRestorable()).isPresent())
          .forEach(keepers::add);
      int done = 0;
      for (EventId id : ids) {
        done += tx.known(id) == Known.SERVED && tx.setAside(id, keepers) ? 1 : 0;
      }
      return done;
    }
  }

  /** Those that come back with one of these repositories come back with any of them. */
  private static SortedSet<RepoAddress> repositoriesOf(Collection<Candidate> connected) {
    SortedSet<RepoAddress> named = new TreeSet<>();
    connected.stream()
        .flatMap(one -> one.naming().stream())
        .flatMap(name -> RepoAddress.parse(name).stream())
        .forEach(named::add);
    return named;
  }
}
