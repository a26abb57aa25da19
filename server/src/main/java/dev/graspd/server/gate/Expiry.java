package dev.graspd.server.gate;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.Wait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens when the time of something held is over, or begins again (purgatory.md, 3). */
final class Expiry implements PurgatoryHost.Effects {
  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;
  private static final int TAIL_RECORDS = 1_000;

  private final EventStore store;
  private final StoreFacts facts;
  private final HostingRules rules;
  private final HeldIndex held;
  private final Shelves shelves;
  private final Families families;
  private final Lanes lanes;
  private final Arrivals arrivals;
  private final HuntNews hunt;
  private final Consumer<SortedSet<Identifier>> orphaned;
  private final TipLookup tips;
  private final UptimeClock clock;
  private final HostingMetrics metrics;

  Expiry(
      EventStore store,
      StoreFacts facts,
      HostingRules rules,
      HeldIndex held,
      Shelves shelves,
      Families families,
      Lanes lanes,
      Arrivals arrivals,
      HuntNews hunt,
      Consumer<SortedSet<Identifier>> orphaned,
      TipLookup tips,
      UptimeClock clock,
      HostingMetrics metrics) {
    this.store = store;
    this.facts = facts;
    this.rules = rules;
    this.held = held;
    this.shelves = shelves;
    this.families = families;
    this.lanes = lanes;
    this.arrivals = arrivals;
    this.hunt = hunt;
    this.orphaned = orphaned;
    this.tips = tips;
    this.clock = clock;
    this.metrics = metrics;
  }

  @Override
  public void saveUptime() {
    var _ =
        store.write(tx -> {
          tx.putUptime(clock.nanos());
          return true;
        });
  }

  @Override
  public void revive(Ticket ticket) {
    entryOf(ticket)
        .ifPresent(entry -> inLane(entry.until().home(), ticket, () -> revived(entry.id())));
  }

  @Override
  public void lapse(Ticket ticket, long memoryEndsNanos) {
    entryOf(ticket)
        .ifPresent(entry ->
            inLane(
                entry.until().home(), ticket, () -> lapsed(entry.id(), ticket, memoryEndsNanos)));
  }

  @Override
  public void forget(Ticket ticket) {
    if (ticket instanceof Ticket.OfPush(var space, var event)) {
      shelves.of(space).stream()
          .filter(one -> one.event().equals(event))
          .forEach(one -> inLane(space.identifier(), ticket, () -> givenUp(one)));
      return;
    }
    entryOf(ticket)
        .ifPresent(entry ->
            inLane(entry.until().home(), ticket, () -> forgotten(entry.id(), entry.until())));
  }

  private Optional<HeldIndex.Entry> entryOf(Ticket ticket) {
    return switch (ticket) {
      case Ticket.OfState(var id) -> held.find(id);
      case Ticket.OfPullRequest(var id) -> held.find(id);
      case Ticket.OfAnnouncement(var repository) ->
          held.of(repository.identifier()).stream()
              .filter(entry -> entry.ticket().equals(ticket))
              .findFirst();
      case Ticket.OfPush _ -> Optional.empty();
    };
  }

  private interface Work {
    CompletionStage<Boolean> run();
  }

  private void inLane(Identifier home, Ticket ticket, Work work) {
    SortedSet<Identifier> lane = new TreeSet<>(List.of(home));
    var _ =
        lanes
            .enter(lane, Hosting.again(work::run, 5))
            .whenComplete((_, fault) -> {
              if (fault == null) {
                LOG.debug("the change of {} is done", ticket);
              } else if (isShuttingDown(fault)) {
                LOG.debug("the change of {} is left to the next start", ticket);
              } else {
                LOG.error("the change of {} could not be written", ticket, fault);
              }
            });
  }

  private static boolean isShuttingDown(Throwable fault) {
    Throwable cause = fault instanceof CompletionException e ? e.getCause() : fault;
    return cause instanceof RejectedExecutionException
        || (cause instanceof StorageException storage
            && storage.fault() == StorageException.Fault.CLOSED);
  }

  /** It may have been released, or have got its time again, while this waited for the lane. */
  private boolean isStillDue(EventId id) {
    return held.find(id)
        .filter(entry -> entry.until().deadlineNanos() <= clock.nanos())
        .isPresent();
  }

  private CompletionStage<Boolean> lapsed(EventId id, Ticket ticket, long memoryEndsNanos) {
    Optional<HeldIndex.Entry> entry = held.find(id);
    if (entry.isEmpty() || !isStillDue(id) || entry.get().until().lapsed()) {
      return CompletableFuture.completedFuture(false);
    }
    Wait remembered =
        Wait.lapsed(entry.get().until().home(), memoryEndsNanos, clock.now().epochSeconds());
    metrics.expired(typeOf(ticket));
    Family family = facts.family(remembered.home());
    // Refs that were pushed under it return to the state in force.
    Family after = family.lapsed(id);
    return arrivals
        .published(
            Optional.empty(),
            new FamilyChange(family, after, tips.settle(after)).withLapsed(id, remembered))
        .thenApply(_ ->
            !(ticket instanceof Ticket.OfAnnouncement(var repository))
                || withoutHanging(repository));
  }

  /** It waits again, for its full time; what it waits for may be here by now. */
  private CompletionStage<Boolean> revived(EventId id) {
    Optional<HeldIndex.Entry> entry = held.find(id);
    if (entry.isEmpty() || !entry.get().until().lapsed()) {
      return CompletableFuture.completedFuture(false);
    }
    Family family = facts.family(entry.get().until().home());
    Family after = family.revived(id);
    return arrivals
        .published(
            Optional.empty(),
            new FamilyChange(family, after, tips.settle(after))
                .withRenewed(List.of(id))
                .withUrgency(Urgency.SYNCED))
        .thenApply(_ -> true);
  }

  private CompletionStage<Boolean> forgotten(EventId id, Wait until) {
    if (!isStillDue(id)) {
      return CompletableFuture.completedFuture(false);
    }
    long now = clock.now().epochSeconds();
    Family after = facts.family(until.home()).without(id);
    List<ArrivedTip> forgotten = tips.givenUp(after);
    return store
        .write(tx -> {
          forgotten.forEach(tx::removeArrived);
          return tx.remove(id, Removal.LAPSED, now);
        })
        .thenApply(done -> {
          held.remove(id);
          families.changed(until.home());
          hunt.forgotten(after);
          return done;
        });
  }

  /**
   * Follows what the store has removed by itself, because it expired (NIP-40) or its author
   * vanished: held events leave the index, and what was brought for them is given up.
   */
  void swept(long afterSeq) {
    SortedSet<Identifier> homes = new TreeSet<>();
    List<LogRecord> records = store.tail(afterSeq, TAIL_RECORDS);
    while (!records.isEmpty()) {
      for (LogRecord record : records) {
        if (record instanceof LogRecord.Removed removed) {
          held.find(removed.id()).ifPresent(entry -> homes.add(entry.until().home()));
        }
      }
      records = store.tail(records.getLast().seq(), TAIL_RECORDS);
    }
    orphaned.accept(homes);
  }

  /** Forgets what has lapsed before its time: others need the room. */
  void evict(EventId id) {
    held.find(id)
        .ifPresent(entry ->
            inLane(
                entry.until().home(),
                entry.ticket(),
                () ->
                    held.find(id).filter(one -> one.until().lapsed()).isPresent()
                        ? dropped(id)
                        : CompletableFuture.completedFuture(false)));
  }

  /** Removes a held event, lapsed or not; answers whether it was held. */
  CompletionStage<Boolean> drop(EventId id) {
    return held.find(id)
        .map(entry ->
            lanes.enter(
                new TreeSet<>(List.of(entry.until().home())), Hosting.again(() -> dropped(id), 5)))
        .orElseGet(() -> CompletableFuture.completedFuture(false));
  }

  /** Refs that were pushed under it return to the state in force, as if its time were over. */
  private CompletionStage<Boolean> dropped(EventId id) {
    Optional<HeldIndex.Entry> entry = held.find(id);
    if (entry.isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    Family family = facts.family(entry.get().until().home());
    Family after = family.without(id);
    return arrivals
        .published(
            Optional.empty(),
            new FamilyChange(family, after, tips.settle(after))
                .withRemoved(List.of(id))
                .withRemovedAs(Removal.LAPSED))
        .thenApply(_ ->
            !(entry.get().ticket() instanceof Ticket.OfAnnouncement(var repository))
                || entry.get().until().lapsed()
                || withoutHanging(repository));
  }

  private CompletionStage<Boolean> givenUp(Placeholder placeholder) {
    // It may have been pushed again, or its event may have come, while this waited for the lane.
    boolean isDue =
        placeholder.deadlineNanos() <= clock.nanos()
            && shelves.of(placeholder.space()).contains(placeholder);
    if (!isDue) {
      return CompletableFuture.completedFuture(false);
    }
    metrics.expired("placeholder");
    return arrivals.giveUp(facts.family(placeholder.space().identifier()), placeholder);
  }

  /**
   * What was taken only because it names this repository, or what hangs on it, goes with it. Looks
   * again at what went: something may have come to hang on it meanwhile. Blocks the lane.
   */
  private boolean withoutHanging(RepoAddress repository) {
    SortedSet<Identifier> families = new TreeSet<>(List.of(repository.identifier()));
    List<String> names = new ArrayList<>(List.of(repository.toString()));
    Map<EventId, Event> gone = hangingOnlyOn(names);
    while (!gone.isEmpty()) {
      remove(gone.keySet());
      gone.values().forEach(event -> families.addAll(Deletions.familiesOf(event)));
      gone.values().stream().flatMap(Hanging::namesOf).forEach(names::add);
      gone = hangingOnlyOn(names);
    }
    // Refs, and places below /prs/, follow in lanes of their own.
    orphaned.accept(families);
    return true;
  }

  private void remove(Collection<EventId> ids) {
    long now = clock.now().epochSeconds();
    boolean _ =
        store
            .write(tx -> {
              ids.forEach(id -> tx.remove(id, Removal.LAPSED, now));
              return true;
            })
            .toCompletableFuture()
            .join();
  }

  private Map<EventId, Event> hangingOnlyOn(List<String> names) {
    Map<EventId, Event> hanging = hangingOn(names);
    boolean grew = true;
    while (grew) {
      // Whoever has a reason outside stays, and is a reason for others then.
      grew =
          hanging
              .values()
              .removeIf(event -> facts.isAdmissibleWithout(event, hanging.keySet(), rules));
    }
    return hanging;
  }

  private Map<EventId, Event> hangingOn(List<String> first) {
    Map<EventId, Event> hanging = new HashMap<>();
    ArrayDeque<String> names = new ArrayDeque<>(first);
    while (!names.isEmpty()) {
      for (Event event : naming(names.remove())) {
        if (hanging.put(event.id(), event) == null) {
          names.add(event.id().hex());
          event.address().ifPresent(own -> names.add(own.toString()));
        }
      }
    }
    return hanging;
  }

  private List<Event> naming(String name) {
    return Stream.of('a', 'A', 'e', 'E', 'q')
        .map(letter -> Filter.builder().tag(letter, List.of(name)).build())
        .flatMap(filter -> StoreQueries.all(store, filter, SLICE_WORK, SLICE_BYTES).stream())
        .toList();
  }

  static String typeOf(Ticket ticket) {
    return switch (ticket) {
      case Ticket.OfAnnouncement _ -> "announcement";
      case Ticket.OfState _ -> "state";
      case Ticket.OfPullRequest _ -> "pull_request";
      case Ticket.OfPush _ -> "placeholder";
    };
  }
}
