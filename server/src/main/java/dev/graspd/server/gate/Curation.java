package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Prefix;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.Facts;
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
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.charge.Payer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what is here into line with the operator's lists, at a start (grasp.md, section 6). Every
 * step can be repeated; the store remembers for which lists all of them were done, so a start that
 * was cut off is made good by the next. Blocks.
 */
final class Curation {
  private static final Logger LOG = LoggerFactory.getLogger(Curation.class);
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;
  private static final int FORGOTTEN_AT_ONCE = 1_000;

  /** Repositories that end or come back at the same time: their transactions share a sync. */
  private static final int REPOSITORIES_AT_ONCE = 64;

  private static final Origin OPERATOR =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());

  /** What was not taken because of lists that are different now, or may have been. */
  private static final Set<Unwanted.Why> OF_LISTS =
      Set.of(
          Unwanted.Why.ELSEWHERE,
          Unwanted.Why.NOT_YET_VALID,
          Unwanted.Why.REFUSED,
          Unwanted.Why.EXCLUDED);

  private final EventStore events;
  private final RepositoryStore repositories;
  private final Facts facts;
  private final HeldIndex held;
  private final HostingRules rules;
  private final SortedSet<PublicKey> banned;
  private final Deletions deletions;
  private final Holdings holdings;
  private final Reception reception;
  private final UptimeClock clock;
  private final Executor executor;

  Curation(
      EventStore events,
      RepositoryStore repositories,
      Facts facts,
      HeldIndex held,
      HostingRules rules,
      SortedSet<PublicKey> banned,
      Deletions deletions,
      Holdings holdings,
      Reception reception,
      UptimeClock clock,
      Executor executor) {
    this.events = events;
    this.repositories = repositories;
    this.facts = facts;
    this.held = held;
    this.rules = rules;
    this.banned = banned;
    this.deletions = deletions;
    this.holdings = holdings;
    this.reception = reception;
    this.clock = clock;
    this.executor = executor;
  }

  /**
   * What was done.
   *
   * @param ended repositories that have no place here any more
   * @param restored repositories that have one again
   * @param excluded events of keys that the operator keeps out, removed
   * @param forgotten refusals that sync need not mind any more
   * @param keptIn repositories that have no place here any more and could not be ended
   * @param failed repositories that are left to the next start, these too
   */
  record Report(int ended, int restored, int excluded, int forgotten, int keptIn, int failed) {
    boolean isNothing() {
      return ended + restored + excluded + forgotten + failed == 0;
    }

    @Override
    public String toString() {
      return "%d repositories ended, %d restored, %d events of excluded keys removed, %d refusals forgotten, %d repositories left to the next start"
          .formatted(ended, restored, excluded, forgotten, failed);
    }
  }

  Report apply(UnwantedStore unwanted) {
    String now = ListsText.of(rules, banned);
    boolean isNew = !repositories.lists().equals(Optional.of(now));
    // First: what is excluded now is not to be brought again.
    int forgotten = isNew ? forget(unwanted) : 0;
    Each ended = isNew ? end() : Each.NONE;
    Each restored = isNew ? restore() : Each.NONE;
    // Also under lists that are not new: what was restored meanwhile may be theirs.
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
      boolean _ =
          events
              .write(tx -> {
                tx.putLists(now);
                return true;
              })
              .toCompletableFuture()
              .join();
    }
    return report;
  }

  // ---- repositories

  /** Ends what has no place here any more; what is kept of it can come back. */
  private Each end() {
    ArchivePolicy before = ListsText.archiveOf(repositories.lists().orElse(""));
    return each(misfits(), address -> end(address, before) ? Done.YES : Done.NO);
  }

  private boolean end(RepoAddress address, ArchivePolicy archivedBefore) {
    Family family = facts.family(address.identifier());
    return family
        .announcementOf(address.owner())
        .map(Announced::announcement)
        .flatMap(one -> Unwelcome.of(one, family, rules, banned, archivedBefore))
        .map(why -> deletions.stopHosting(address, why.words()).toCompletableFuture().join())
        .orElse(false);
  }

  /** Those of which it takes more than their announcement to know that they may stay. */
  private SortedSet<RepoAddress> misfits() {
    Filter announcements = Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT)).build();
    SortedSet<RepoAddress> misfits = new TreeSet<>();
    boolean _ =
        StoreQueries.forEach(
            events,
            announcements,
            SLICE_WORK,
            SLICE_BYTES,
            event -> {
              addIfMisfit(event, misfits);
              return true;
            });
    held.all().stream()
        .filter(entry -> entry.kind() == Kinds.ANNOUNCEMENT)
        .flatMap(entry -> repositories.held(entry.id()).stream())
        .forEach(event -> addIfMisfit(event, misfits));
    return misfits;
  }

  private void addIfMisfit(Event event, SortedSet<RepoAddress> misfits) {
    Announcement.of(event)
        .filter(announcement -> banned.contains(announcement.author()) || !fits(announcement))
        .ifPresent(announcement -> misfits.add(announcement.address()));
  }

  private boolean fits(Announcement announcement) {
    Family unknown = Family.empty(announcement.identifier(), Maintainers.Mode.RECIPROCAL);
    return rules.hosting(announcement, unknown).filter(one -> one.hasRepository()).isPresent();
  }

  /** Brings back what only a list has kept out, and none does any more. */
  private Each restore() {
    SortedSet<RepoAddress> kept = new TreeSet<>();
    repositories.holdings().stream()
        .filter(one -> one.cause() == Holding.Cause.UNWELCOME && one.phase().isRestorable())
        .map(Holding::repository)
        .filter(address -> !banned.contains(address.owner()))
        .forEach(kept::add);
    return each(kept, this::restore);
  }

  private Done restore(RepoAddress address) {
    return holdings
        .announcementOf(address)
        .filter(event ->
            Announcement.of(event)
                .flatMap(one -> rules.hosting(one, facts.family(address.identifier())))
                .isPresent())
        .map(event -> reception.receive(event, OPERATOR).toCompletableFuture().join())
        .map(Curation::done)
        .orElse(Done.NO);
  }

  private enum Done {
    YES,
    NO,
    /** Not now; there may be room another time. */
    LATER
  }

  private static Done done(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Accepted(), Verdict.Remembered _ -> Done.YES;
      case Verdict.Refused(var refusal) -> isOfTheMoment(refusal.reason()) ? Done.LATER : Done.NO;
      case Verdict.Held _, Verdict.Obeyed _, Verdict.Duplicate _ -> Done.NO;
    };
  }

  private static boolean isOfTheMoment(Reason reason) {
    return reason.prefix() == Prefix.RATE_LIMITED || reason.prefix() == Prefix.ERROR;
  }

  private record Each(int done, int failed) {
    static final Each NONE = new Each(0, 0);
  }

  /** Does something for each, several at a time. One that fails keeps no other from it. */
  private Each each(SortedSet<RepoAddress> addresses, Function<RepoAddress, Done> work) {
    Queue<RepoAddress> left = new ConcurrentLinkedQueue<>(addresses);
    AtomicInteger done = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    Runnable worker =
        () -> {
          for (RepoAddress next = left.poll(); next != null; next = left.poll()) {
            try {
              switch (work.apply(next)) {
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

  /** Removes all events of keys that are kept out; refs follow what is left. */
  private int exclude() {
    SortedSet<Identifier> families = new TreeSet<>();
    List<EventId> waiting = new ArrayList<>();
    for (HeldIndex.Entry entry : held.all()) {
      if (banned.contains(entry.author())) {
        families.add(entry.until().home());
        waiting.add(entry.id());
      }
    }
    Exclusion exclusion =
        new Exclusion(events, () -> Instant.ofEpochSecond(clock.now().epochSeconds()));
    int removed = waiting.isEmpty() ? 0 : exclusion.remove(waiting);
    for (PublicKey author : banned) {
      ofRepositories(author).forEach(event -> families.addAll(Deletions.familiesOf(event)));
      removed += exclusion.removeServed(author);
    }
    families.forEach(family -> held.forgetRemoved(family, id -> events.known(id) == Known.HELD));
    int _ = deletions.reconcile(families).toCompletableFuture().join();
    return removed;
  }

  private List<Event> ofRepositories(PublicKey author) {
    Filter filter =
        Filter.builder()
            .authors(List.of(author))
            .kinds(
                List.of(
                    Kinds.ANNOUNCEMENT,
                    Kinds.REPO_STATE,
                    Kinds.PULL_REQUEST,
                    Kinds.PULL_REQUEST_UPDATE))
            .build();
    return StoreQueries.all(events, filter, SLICE_WORK, SLICE_BYTES);
  }

  // ---- what sync was not to bring

  /** Sync may bring again what other lists kept out; the gate decides anew. */
  private int forget(UnwantedStore unwanted) {
    List<EventId> ids = new ArrayList<>();
    UnwantedStore.Run run = unwanted.unwanted(clock.now().epochSeconds());
    boolean done = false;
    while (!done) {
      done =
          run.next(
              SLICE_WORK,
              row -> {
                if (OF_LISTS.contains(row.why())) {
                  ids.add(row.id());
                }
              });
    }
    for (int from = 0; from < ids.size(); from += FORGOTTEN_AT_ONCE) {
      forget(ids.subList(from, Math.min(ids.size(), from + FORGOTTEN_AT_ONCE)));
    }
    return ids.size();
  }

  private void forget(List<EventId> ids) {
    boolean _ =
        events
            .write(tx -> {
              ids.forEach(tx::forgetUnwanted);
              return true;
            })
            .toCompletableFuture()
            .join();
  }
}
