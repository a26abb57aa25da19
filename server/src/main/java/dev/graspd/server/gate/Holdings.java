package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.Holding.Phase;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.RepositoryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is kept of repositories that are hosted no more (grasp.md, section 8): what hangs on them is
 * gathered, they come back with a new announcement, and are erased when their time is over.
 * Thread-safe.
 */
final class Holdings {
  private static final Logger LOG = LoggerFactory.getLogger(Holdings.class);

  /** How many events are read at a time: they may be large. */
  private static final int PAGE_EVENTS = 50;

  /** How many come back in one transaction after the first. */
  private static final int SLICE_EVENTS = 500;

  private static final int LOCKS = 1_024;

  private final EventStore events;
  private final RepositoryStore repositories;
  private final Gathering gathering;
  private final Erasure erasure;
  private final KeptOut keptOut;
  private final UptimeClock clock;
  private final Executor executor;
  private final HostingMetrics metrics;

  /** One of them is looked after by one thread at a time; some share a lock, which only costs. */
  private final List<ReentrantLock> locks =
      Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

  Holdings(
      EventStore events,
      RepositoryStore repositories,
      Gathering gathering,
      Erasure erasure,
      KeptOut keptOut,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics) {
    this.events = events;
    this.repositories = repositories;
    this.gathering = gathering;
    this.erasure = erasure;
    this.keptOut = keptOut;
    this.clock = clock;
    this.executor = executor;
    this.metrics = metrics;
  }

  // ---- what begins

  /**
   * The hosting of these has ended, which is on disk. Gathers what hangs on them; the stage ends
   * with that. Those that are condemned are erased after it.
   */
  CompletionStage<Boolean> ended(Collection<Holding> ended) {
    CompletableFuture<Boolean> gathered = new CompletableFuture<>();
    executor.execute(() -> {
      try {
        for (Holding holding : ended) {
          LOG.info(
              "repository {} is no longer hosted: {}; refs: {}",
              holding.repository().shown(),
              HoldingWords.why(holding),
              holding.refs().values().size());
          boolean _ = alone(holding.repository(), () -> gather(holding));
        }
        gathered.complete(true);
        ended.stream()
            .filter(holding -> !holding.phase().isRestorable())
            .map(Holding::repository)
            .forEach(repository -> alone(repository, () -> goOn(repository)));
      } catch (RuntimeException e) {
        // What is on disk says what is left to do; the next look does it.
        LOG.warn("what hangs on ended repositories is not all set aside yet", e);
      } finally {
        gathered.complete(false);
      }
    });
    return gathered;
  }

  private <R> R alone(RepoAddress repository, Supplier<R> work) {
    ReentrantLock lock = locks.get(Math.floorMod(repository.hashCode(), LOCKS));
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  private boolean gather(Holding holding) {
    Optional<Integer> moved = gathering.gather(holding);
    moved.ifPresent(count -> LOG.debug("{}: {} set aside", holding.repository(), count));
    if (moved.isPresent() && holding.phase() == Phase.GATHERING) {
      boolean _ =
          events
              .write(tx -> {
                Optional<Holding> row = tx.holding(holding.repository()).filter(holding::equals);
                row.ifPresent(one -> tx.putHolding(one.withPhase(Phase.HELD)));
                return row.isPresent();
              })
              .toCompletableFuture()
              .join();
    }
    return moved.isPresent();
  }

  // ---- what comes back

  /** Returns what a new announcement of this repository brings back. Lists beat everything. */
  Optional<Arrivals.Kept> restorable(RepoAddress repository) {
    return repositories
        .holding(repository)
        .filter(holding -> holding.phase().isRestorable())
        .map(holding ->
            new Arrivals.Kept(
                holding,
                withFamily(repository).stream()
                    .filter(one -> !keptOut.covers(one.event()))
                    .toList(),
                id -> events.known(id) == Known.SERVED,
                keptOut));
  }

  private List<Aside> withFamily(RepoAddress repository) {
    List<Aside> found = new ArrayList<>();
    List<Aside> page = repositories.aside(repository, Optional.empty(), PAGE_EVENTS);
    while (!page.isEmpty()) {
      page.stream()
          .filter(one -> Admission.belongsToRepository(one.event().kind()))
          .forEach(found::add);
      page = repositories.aside(repository, Optional.of(page.getLast().event().id()), PAGE_EVENTS);
    }
    return found;
  }

  /** Returns the announcement of a repository, if it is kept with it. */
  Optional<Event> announcementOf(RepoAddress repository) {
    return withFamily(repository).stream()
        .map(Aside::event)
        .filter(event ->
            event.kind() == Kinds.ANNOUNCEMENT && event.author().equals(repository.owner()))
        .findFirst();
  }

  /** A repository is back, which is on disk. */
  void restored(RepoAddress repository) {
    LOG.info("repository {} is restored", repository.shown());
    metrics.restored();
    executor.execute(() -> alone(repository, () -> goOn(repository)));
  }

  private void serveRest(Holding holding) {
    RepoAddress repository = holding.repository();
    long now = clock.now().epochSeconds();
    Optional<EventId> after = Optional.empty();
    boolean more = true;
    while (more) {
      Optional<EventId> from = after;
      after =
          events
              .write(tx ->
                  tx.holding(repository).filter(holding::equals).isPresent()
                      ? HoldingWriter.serve(tx, repository, keptOut, from, SLICE_EVENTS, now)
                      : Optional.<EventId>empty())
              .toCompletableFuture()
              .join();
      more = after.isPresent();
    }
    boolean _ =
        events
            .write(tx ->
                tx.holding(repository).filter(holding::equals).isPresent()
                    && tx.removeHolding(repository))
            .toCompletableFuture()
            .join();
  }

  // ---- what ends

  /**
   * Does what is due: goes on with what an earlier server began, and erases what has had its time.
   * Blocks; returns how many were erased.
   */
  int cleanUp() {
    int erased = 0;
    for (Holding holding : repositories.holdings()) {
      try (EventStore.ReserveUse _ = events.useReserve()) {
        erased += alone(holding.repository(), () -> goOn(holding.repository())) ? 1 : 0;
      } catch (RuntimeException e) {
        LOG.warn("what is kept of {} is left to the next look", holding.repository().shown(), e);
      }
    }
    return erased;
  }

  /** Does the next step for one; returns whether it is erased. */
  private boolean goOn(RepoAddress repository) {
    Optional<Holding> found = repositories.holding(repository);
    if (found.isEmpty()) {
      return false;
    }
    Holding holding = found.get();
    boolean isDue = holding.untilSeconds() <= clock.now().epochSeconds();
    return switch (holding.phase()) {
      case RESTORING -> {
        serveRest(holding);
        yield false;
      }
      case GATHERING -> {
        yield gather(holding) && isDue && erase(holding);
      }
      case HELD -> isDue && gatheredAndErased(holding);
      case CONDEMNED -> gatheredAndErased(holding);
      case ERASING -> erase(holding);
    };
  }

  /** What came in while it was gathered is found now at the latest. */
  private boolean gatheredAndErased(Holding holding) {
    return gathering.gather(holding).isPresent() && erase(holding);
  }

  private boolean erase(Holding holding) {
    boolean erased = erasure.erase(holding);
    if (erased) {
      LOG.info("repository {} is erased", holding.repository().shown());
      metrics.erased();
    }
    return erased;
  }

  /** Erases one whose time is not over yet; returns whether there was one. Blocks. */
  boolean eraseNow(RepoAddress repository) {
    try (EventStore.ReserveUse _ = events.useReserve()) {
      return alone(
          repository,
          () ->
              repositories
                  .holding(repository)
                  .filter(holding -> holding.phase() != Phase.RESTORING)
                  .filter(this::gatheredAndErased)
                  .isPresent());
    }
  }

  // ---- what there is

  /** Returns the objects that those of one family need which may come back. */
  static SortedSet<Oid> needed(RepositoryStore repositories, Identifier family) {
    SortedSet<Oid> needed = new TreeSet<>();
    repositories.holdings(family).stream()
        .filter(holding -> holding.phase().isRestorable())
        .forEach(holding -> needed.addAll(holding.refs().values().values()));
    return needed;
  }
}
