package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.ListsText;
import dev.graspd.core.policy.Unwelcome;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.EndedWalk;
import dev.graspd.server.base.RefusalReset;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.view.StoreFacts;
import dev.graspd.server.family.view.StoreQueries;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.role.Mandate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the operator's lists to the stored repositories and events, at a start (grasp.md, section
 * 6). Every step can be repeated. The store records the lists when all steps are done, so the next
 * start finishes what a crash interrupted. Blocks.
 *
 * @param mandate the role that it works under; when it is lost, the rest is left to the next holder
 */
public record ListEnforcement(
    EventStore events,
    RepositoryStore repositories,
    StoreFacts facts,
    HostingRules rules,
    SortedSet<PublicKey> banned,
    Deletions deletions,
    EndedKeeper keeper,
    Reception reception,
    UptimeClock clock,
    Executor executor,
    Mandate mandate) {
  private static final Logger LOG = LoggerFactory.getLogger(ListEnforcement.class);

  /** Repositories that end or come back at the same time: their transactions share a sync. */
  private static final int REPOSITORIES_AT_ONCE = 64;

  /** Repositories that are found before they end, so that memory does not grow with them. */
  private static final int REPOSITORIES_A_PAGE = 1_000;

  /** Refusals that other lists may have caused. */
  private static final Set<UnwantedEvent.Why> OF_LISTS =
      Set.of(
          UnwantedEvent.Why.ELSEWHERE,
          UnwantedEvent.Why.NOT_YET_VALID,
          UnwantedEvent.Why.REFUSED,
          UnwantedEvent.Why.EXCLUDED);

  /**
   * The changes that were made.
   *
   * @param ended repositories that the lists exclude now
   * @param restored repositories that the lists allow again
   * @param excluded events of excluded keys, removed
   * @param forgotten refusals that no longer keep sync from fetching
   * @param keptIn excluded repositories that could not be ended
   * @param failed repositories that are left to the next start, those included
   */
  public record Report(
      int ended, int restored, int excluded, int forgotten, int keptIn, int failed) {
    public boolean isNothing() {
      return ended + restored + excluded + forgotten + failed == 0;
    }

    @Override
    public String toString() {
      return "%d repositories ended, %d restored, %d events of excluded keys removed, %d refusals forgotten, %d repositories left to the next start"
          .formatted(ended, restored, excluded, forgotten, failed);
    }
  }

  /** Returns the same under a role. */
  public ListEnforcement under(Mandate other) {
    return new ListEnforcement(
        events,
        repositories,
        facts,
        rules,
        banned,
        deletions,
        keeper,
        reception,
        clock,
        executor,
        other);
  }

  /** Returns whether stored data is in line with the lists. */
  public boolean areApplied() {
    return repositories.lists().equals(Optional.of(ListsText.of(rules, banned)));
  }

  public Report apply(UnwantedStore unwanted) {
    String now = ListsText.of(rules, banned);
    boolean isNew = !areApplied();
    // First, so that sync does not fetch again the events that are excluded below.
    int forgotten = isNew ? forget(unwanted) : 0;
    Each ended = isNew ? end() : Each.NONE;
    Each restored = isNew ? restore() : Each.NONE;
    // Also under unchanged lists: a restored repository may have brought such events.
    int excluded = exclude();
    Report report =
        new Report(
            ended.done(),
            restored.done(),
            excluded,
            forgotten,
            ended.failed(),
            ended.failed() + restored.failed());
    if (isNew && report.failed() == 0) {
      write(tx -> tx.repositories().putLists(now));
    }
    return report;
  }

  private void write(Consumer<StoreTransaction> work) {
    Await.write(
        events,
        tx -> {
          mandate.require(tx);
          work.accept(tx);
        });
  }

  // ---- repositories

  /** Ends repositories that the lists exclude; they can be restored. */
  private Each end() {
    ArchivePolicy before = ListsText.archiveOf(repositories.lists().orElse(""));
    Function<RepoAddress, Done> work = address -> end(address, before) ? Done.YES : Done.NO;
    AtomicReference<Each> sum = new AtomicReference<>(Each.NONE);
    SortedSet<RepoAddress> page = new TreeSet<>();
    misfits(address -> {
      page.add(address);
      if (page.size() >= REPOSITORIES_A_PAGE) {
        sum.updateAndGet(each(page, work)::plus);
        page.clear();
      }
    });
    return sum.get().plus(each(page, work));
  }

  private boolean end(RepoAddress address, ArchivePolicy archivedBefore) {
    Family family = facts.family(address.identifier());
    return family
        .announcementOf(address.owner())
        .map(Announced::announcement)
        .flatMap(one -> Unwelcome.of(one, family, rules, banned, archivedBefore))
        .map(why -> Await.answerOf(deletions.stopHosting(address, why.words())))
        .orElse(false);
  }

  /** Repositories whose announcement alone does not show that they may stay. */
  private void misfits(Consumer<RepoAddress> misfits) {
    StoreQueries.forEachAnnouncement(events, event -> addIfMisfit(event, misfits));
    facts.rows().stream()
        .filter(entry -> entry.kind() == Kinds.ANNOUNCEMENT)
        .flatMap(entry -> repositories.held(entry.id()).stream())
        .forEach(event -> addIfMisfit(event, misfits));
  }

  private void addIfMisfit(Event event, Consumer<RepoAddress> misfits) {
    Announcement.of(event)
        .filter(announcement -> banned.contains(announcement.author()) || !fits(announcement))
        .ifPresent(announcement -> misfits.accept(announcement.address()));
  }

  private boolean fits(Announcement announcement) {
    Family unknown = Family.empty(announcement.identifier(), Maintainers.Mode.RECIPROCAL);
    return rules.hosting(announcement, unknown).filter(one -> one.hasRepository()).isPresent();
  }

  /** Restores repositories that only a list excluded and that no list excludes now. */
  private Each restore() {
    SortedSet<RepoAddress> kept = new TreeSet<>();
    EndedWalk.of(repositories.ended())
        .filter(one -> one.cause() == EndedRepository.Cause.UNWELCOME && one.phase().isRestorable())
        .map(EndedRepository::repository)
        .filter(address -> !banned.contains(address.owner()))
        .forEach(kept::add);
    return each(kept, this::restore);
  }

  private Done restore(RepoAddress address) {
    return keeper
        .announcementOf(address)
        .filter(event ->
            Announcement.of(event)
                .flatMap(one -> rules.hosting(one, facts.family(address.identifier())))
                .isPresent())
        .map(event -> Await.answerOf(reception.receive(event, Origin.operator())))
        .map(ListEnforcement::done)
        .orElse(Done.NO);
  }

  private enum Done {
    YES,
    NO,
    /** There may be room at the next start. */
    LATER
  }

  private static Done done(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Accepted(), Verdict.Remembered _ -> Done.YES;
      case Verdict.Refused(var refusal) -> refusal.reason().isTemporary() ? Done.LATER : Done.NO;
      case Verdict.Held _, Verdict.Obeyed _, Verdict.Duplicate _ -> Done.NO;
    };
  }

  private record Each(int done, int failed) {
    static final Each NONE = new Each(0, 0);

    Each plus(Each other) {
      return new Each(done + other.done, failed + other.failed);
    }
  }

  /** Applies the work to each, several at a time. A failure does not stop the others. */
  private Each each(SortedSet<RepoAddress> addresses, Function<RepoAddress, Done> work) {
    Queue<RepoAddress> left = new ConcurrentLinkedQueue<>(addresses);
    AtomicInteger done = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    Runnable worker =
        () -> {
          for (RepoAddress next = left.poll(); next != null; next = left.poll()) {
            try {
              switch (mandate.isHeld() ? work.apply(next) : Done.LATER) {
                case YES -> done.incrementAndGet();
                case LATER -> failed.incrementAndGet();
                case NO -> LOG.debug("nothing to do for {}", next);
              }
            } catch (RuntimeException e) {
              LOG.warn("the operator's lists could not be applied to {}", next, e);
              failed.incrementAndGet();
            }
          }
        };
    CompletableFuture<?>[] workers =
        Stream.generate(() -> CompletableFuture.runAsync(worker, executor))
            .limit(Math.min(REPOSITORIES_AT_ONCE, addresses.size()))
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(workers).join();
    return new Each(done.get(), failed.get());
  }

  // ---- keys

  /** Removes all events of excluded keys and aligns the refs. */
  private int exclude() {
    SortedSet<Identifier> families = new TreeSet<>();
    List<EventId> waiting = new ArrayList<>();
    for (HeldIndex.Entry entry : facts.rows()) {
      if (banned.contains(entry.author())) {
        families.add(entry.until().home());
        waiting.add(entry.id());
      }
    }
    ExcludedKeyRemoval removal =
        new ExcludedKeyRemoval(
            events, () -> Instant.ofEpochSecond(clock.now().epochSeconds()), mandate);
    int removed = waiting.isEmpty() ? 0 : removal.remove(waiting);
    for (PublicKey author : banned) {
      families.addAll(Deletions.familiesServed(events, author));
      removed += removal.removeServed(author);
    }
    int _ = deletions.reconcile(families);
    return removed;
  }

  // ---- refusals

  /** Lets sync fetch again what other lists refused; the gate decides again. */
  private int forget(UnwantedStore unwanted) {
    return RefusalReset.forget(
        unwanted, clock.now().epochSeconds(), row -> OF_LISTS.contains(row.why()), this::write);
  }
}
