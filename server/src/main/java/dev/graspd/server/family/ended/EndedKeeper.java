package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedRepository.Phase;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.EndedWalk;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.EndedWriter;
import dev.graspd.server.family.FamilyPublisher;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.role.Mandate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
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
 * Keeps ended repositories (grasp.md, section 8): sets their dependent events aside, restores them
 * with a new announcement, and erases them when their time is over. Thread-safe.
 */
public final class EndedKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(EndedKeeper.class);

  /** Events that are read at a time: they may be large. */
  private static final int PAGE_EVENTS = 50;

  /** Events that each transaction after the first serves again. */
  private static final int SLICE_EVENTS = 500;

  private static final int LOCKS = 1_024;

  private final EventStore events;
  private final RepositoryStore repositories;
  private final DependentArchiver archiver;
  private final Erasure erasure;
  private final KeptOut keptOut;
  private final UptimeClock clock;
  private final Executor executor;
  private final HostingMetrics metrics;

  /** One thread at a time works on a repository; repositories may share a lock. */
  private final List<ReentrantLock> locks =
      Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

  public EndedKeeper(
      EventStore events,
      RepositoryStore repositories,
      DependentArchiver archiver,
      Erasure erasure,
      KeptOut keptOut,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics) {
    this.events = events;
    this.repositories = repositories;
    this.archiver = archiver;
    this.erasure = erasure;
    this.keptOut = keptOut;
    this.clock = clock;
    this.executor = executor;
    this.metrics = metrics;
  }

  // ---- end

  /**
   * Sets aside the dependent events of repositories whose end is on disk; the stage ends with that.
   * Condemned repositories are erased after it.
   */
  CompletionStage<Boolean> ended(Collection<EndedRepository> newlyEnded) {
    CompletableFuture<Boolean> archived = new CompletableFuture<>();
    executor.execute(() -> {
      try {
        for (EndedRepository ended : newlyEnded) {
          LOG.info(
              "repository {} is no longer hosted: {}; refs: {}",
              ended.repository().shown(),
              EndedTexts.why(ended),
              ended.refs().values().size());
          boolean _ = alone(ended.repository(), () -> archive(ended));
        }
        archived.complete(true);
        newlyEnded.stream()
            .filter(ended -> !ended.phase().isRestorable())
            .map(EndedRepository::repository)
            .forEach(repository -> alone(repository, () -> step(repository, Mandate.NONE)));
      } catch (RuntimeException e) {
        // The next clean-up continues from the rows on disk.
        LOG.warn("not all events of ended repositories are set aside yet", e);
      } finally {
        archived.complete(false);
      }
    });
    return archived;
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

  private boolean archive(EndedRepository ended) {
    Optional<Integer> moved = archiver.archive(ended);
    moved.ifPresent(count -> LOG.debug("{}: {} set aside", ended.repository(), count));
    if (moved.isPresent() && ended.phase() == Phase.GATHERING) {
      boolean _ =
          Await.answerOf(
              events.write(tx -> {
                Optional<EndedRepository> row =
                    tx.ended().find(ended.repository()).filter(ended::equals);
                row.ifPresent(one -> tx.ended().put(one.withPhase(Phase.HELD)));
                return row.isPresent();
              }));
    }
    return moved.isPresent();
  }

  // ---- restoration

  /** Returns the ended repository that a new announcement restores, without excluded events. */
  public Optional<FamilyPublisher.Kept> restorable(RepoAddress repository) {
    return repositories
        .ended()
        .find(repository)
        .filter(ended -> ended.phase().isRestorable())
        .map(ended ->
            new FamilyPublisher.Kept(
                ended,
                withFamily(repository).stream()
                    .filter(one -> !keptOut.covers(one.event()))
                    .filter(one -> events.bans().against(one.event()).isEmpty())
                    .toList(),
                id -> events.known(id) == Known.SERVED,
                keptOut));
  }

  private List<SetAsideEvent> withFamily(RepoAddress repository) {
    List<SetAsideEvent> found = new ArrayList<>();
    List<SetAsideEvent> page =
        repositories.ended().aside(repository, Optional.empty(), PAGE_EVENTS);
    while (!page.isEmpty()) {
      page.stream()
          .filter(one -> Admission.belongsToRepository(one.event().kind()))
          .forEach(found::add);
      page =
          repositories
              .ended()
              .aside(repository, Optional.of(page.getLast().event().id()), PAGE_EVENTS);
    }
    return found;
  }

  /** Returns the announcement of an ended repository, if it is set aside. */
  Optional<Event> announcementOf(RepoAddress repository) {
    return withFamily(repository).stream()
        .map(SetAsideEvent::event)
        .filter(event ->
            event.kind() == Kinds.ANNOUNCEMENT && event.author().equals(repository.owner()))
        .findFirst();
  }

  /** The restoration of a repository is on disk. */
  public void restored(RepoAddress repository) {
    LOG.info("repository {} is restored", repository.shown());
    metrics.restored();
    executor.execute(() -> alone(repository, () -> step(repository, Mandate.NONE)));
  }

  private void serveRest(EndedRepository ended) {
    RepoAddress repository = ended.repository();
    long now = clock.now().epochSeconds();
    Optional<EventId> after = Optional.empty();
    boolean more = true;
    while (more) {
      Optional<EventId> from = after;
      after =
          Await.answerOf(
              events.write(tx ->
                  tx.ended().find(repository).filter(ended::equals).isPresent()
                      ? EndedWriter.serve(tx, repository, keptOut, from, SLICE_EVENTS, now)
                      : Optional.<EventId>empty()));
      more = after.isPresent();
    }
    boolean _ =
        Await.answerOf(
            events.write(tx ->
                tx.ended().find(repository).filter(ended::equals).isPresent()
                    && tx.ended().remove(repository)));
  }

  // ---- erasure

  /**
   * Continues what others began, and erases repositories whose time is over, under a role. Blocks;
   * returns how many were erased.
   */
  public int cleanUp(Mandate mandate) {
    int erased = 0;
    Iterator<EndedRepository> all = EndedWalk.of(repositories.ended()).iterator();
    while (mandate.isHeld() && all.hasNext()) {
      EndedRepository ended = all.next();
      try (EventStore.ReserveUse _ = events.useReserve()) {
        erased += alone(ended.repository(), () -> step(ended.repository(), mandate)) ? 1 : 0;
      } catch (RoleLostException e) {
        LOG.debug("ended repositories are left to the next holder of the role", e);
        return erased;
      } catch (RuntimeException e) {
        LOG.warn("ended repository {} is left to the next clean-up", ended.repository().shown(), e);
      }
    }
    return erased;
  }

  /** Does the next step; returns whether the repository is erased. */
  private boolean step(RepoAddress repository, Mandate mandate) {
    return repositories.ended().find(repository).filter(one -> step(one, mandate)).isPresent();
  }

  private boolean step(EndedRepository ended, Mandate mandate) {
    boolean isDue = ended.untilSeconds() <= clock.now().epochSeconds();
    return switch (ended.phase()) {
      case RESTORING -> {
        serveRest(ended);
        yield false;
      }
      case GATHERING -> archive(ended) && isDue && erase(ended, mandate);
      case HELD -> isDue && archivedAndErased(ended, mandate);
      case CONDEMNED -> archivedAndErased(ended, mandate);
      case ERASING -> erase(ended, mandate);
    };
  }

  /** The last pass finds events that arrived during the earlier ones. */
  private boolean archivedAndErased(EndedRepository ended, Mandate mandate) {
    return archiver.archive(ended).isPresent() && erase(ended, mandate);
  }

  private boolean erase(EndedRepository ended, Mandate mandate) {
    boolean erased = erasure.under(mandate).erase(ended);
    if (erased) {
      LOG.info("repository {} is erased", ended.repository().shown());
      metrics.erased();
    }
    return erased;
  }

  /** Erases a repository before its time; returns whether there was one. Blocks. */
  public boolean eraseNow(RepoAddress repository) {
    try (EventStore.ReserveUse _ = events.useReserve()) {
      return alone(
          repository,
          () ->
              repositories
                  .ended()
                  .find(repository)
                  .filter(ended -> ended.phase() != Phase.RESTORING)
                  .filter(ended -> archivedAndErased(ended, Mandate.NONE))
                  .isPresent());
    }
  }

  /** Returns the objects that restorable repositories of a family need. */
  public static SortedSet<Oid> needed(RepositoryStore repositories, Identifier family) {
    SortedSet<Oid> needed = new TreeSet<>();
    repositories.ended().of(family).stream()
        .filter(ended -> ended.phase().isRestorable())
        .forEach(ended -> needed.addAll(ended.refs().values().values()));
    return needed;
  }
}
