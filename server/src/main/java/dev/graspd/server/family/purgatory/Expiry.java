package dev.graspd.server.family.purgatory;

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
import dev.graspd.server.base.Await;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyChange;
import dev.graspd.server.family.FamilyEffect;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyPublisher;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.Publication;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.held.ShelvedPushes;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.family.view.FamilyLog;
import dev.graspd.server.family.view.StoreFacts;
import dev.graspd.server.family.view.StoreQueries;
import dev.graspd.server.family.view.ThreadFinder;
import dev.graspd.server.gate.StoreFaults;
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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the changes when a wait ends or begins again (purgatory.md, section 3). */
public record Expiry(
    EventStore store,
    StoreFacts facts,
    HostingRules rules,
    HeldIndex held,
    ShelvedPushes shelves,
    FamilyLog log,
    FamilyLanes lanes,
    FamilyPublisher publisher,
    Consumer<SortedSet<Identifier>> orphaned,
    TipLookup tips,
    UptimeClock clock,
    HostingMetrics metrics)
    implements PurgatoryHost.Effects {
  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);

  @Override
  public void saveUptime() {
    var _ =
        store.write(tx -> {
          tx.repositories().putUptime(clock.nanos());
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

  private void inLane(Identifier home, Ticket ticket, Supplier<Boolean> work) {
    var _ =
        lanes
            .enter(home, () -> StaleViews.retried(work))
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
    Throwable cause = StoreFaults.causeOf(fault);
    return cause instanceof RejectedExecutionException
        || (cause instanceof StorageException storage
            && storage.fault() == StorageException.Fault.CLOSED);
  }

  /** While this waited for the lane, the event may have been released or renewed. */
  private boolean isStillDue(EventId id) {
    return held.find(id)
        .filter(entry -> entry.until().deadlineNanos() <= clock.nanos())
        .isPresent();
  }

  private boolean lapsed(EventId id, Ticket ticket, long memoryEndsNanos) {
    Optional<HeldIndex.Entry> entry = held.find(id);
    if (entry.isEmpty() || !isStillDue(id) || entry.get().until().lapsed()) {
      return false;
    }
    Wait remembered =
        Wait.lapsed(entry.get().until().home(), memoryEndsNanos, clock.now().epochSeconds());
    metrics.expired(typeOf(ticket));
    Family family = facts.family(remembered.home());
    // Refs that were pushed for it return to the served state.
    Family after = family.lapsed(id);
    write(
        FamilyChange.of(family, after, tips.settle(after))
            .with(List.of(new FamilyEffect.Lapse(id, remembered))));
    if (ticket instanceof Ticket.OfAnnouncement(var repository)) {
      removeDependents(repository);
    }
    return true;
  }

  private void write(FamilyChange change) {
    Publication _ = publisher.published(Optional.empty(), change);
  }

  /** The event waits again for its full time, unless its git data is here by now. */
  private boolean revived(EventId id) {
    Optional<HeldIndex.Entry> entry = held.find(id);
    if (entry.isEmpty() || !entry.get().until().lapsed()) {
      return false;
    }
    Family family = facts.family(entry.get().until().home());
    Family after = family.revived(id);
    write(
        FamilyChange.of(family, after, tips.settle(after))
            .with(FamilyPublisher.renewals(List.of(id)))
            .urgent(Urgency.SYNCED));
    return true;
  }

  private boolean forgotten(EventId id, Wait until) {
    if (!isStillDue(id)) {
      return false;
    }
    long now = clock.now().epochSeconds();
    Family before = facts.family(until.home());
    Family after = before.without(id);
    List<ArrivedTip> forgotten = tips.givenUp(after);
    boolean done =
        Await.answerOf(
            store.write(tx -> {
              StaleViews.require(tx, until.home(), before.version());
              forgotten.forEach(tx.repositories()::removeArrived);
              return tx.remove(id, Removal.LAPSED, now);
            }));
    log.settle();
    return done;
  }

  /**
   * Follows removals by the store itself, of expired events (NIP-40) and vanished authors: objects
   * that arrived for them are given up.
   */
  public void swept(long afterSeq) {
    SortedSet<Identifier> homes = new TreeSet<>();
    new LogTail(store, afterSeq)
        .read(record -> {
          if (record instanceof LogRecord.FamilyChanged(_, var family)) {
            homes.add(family);
          }
        });
    orphaned.accept(homes);
  }

  /** Forgets a lapsed event early because others need the room. */
  public void evict(EventId id) {
    held.find(id)
        .ifPresent(entry ->
            inLane(
                entry.until().home(),
                entry.ticket(),
                () ->
                    held.find(id).filter(one -> one.until().lapsed()).isPresent() && dropped(id)));
  }

  /** Removes a held event, lapsed or not; answers whether it was held. */
  public CompletionStage<Boolean> drop(EventId id) {
    return held.find(id)
        .map(
            entry -> lanes.enter(entry.until().home(), () -> StaleViews.retried(() -> dropped(id))))
        .orElseGet(() -> CompletableFuture.completedFuture(false));
  }

  /** Refs that were pushed for it return to the served state, as if it had lapsed. */
  private boolean dropped(EventId id) {
    Optional<HeldIndex.Entry> entry = held.find(id);
    if (entry.isEmpty()) {
      return false;
    }
    Family family = facts.family(entry.get().until().home());
    Family after = family.without(id);
    write(
        FamilyChange.of(
            family,
            after,
            tips.settle(after),
            List.of(new FamilyEffect.Remove(id, Removal.LAPSED))));
    if (entry.get().ticket() instanceof Ticket.OfAnnouncement(var repository)
        && !entry.get().until().lapsed()) {
      removeDependents(repository);
    }
    return true;
  }

  private boolean givenUp(Placeholder placeholder) {
    // While this waited for the lane, there may have been another push, or its event.
    boolean isDue =
        placeholder.deadlineNanos() <= clock.nanos()
            && shelves.of(placeholder.space()).contains(placeholder);
    if (isDue) {
      metrics.expired("placeholder");
      publisher.giveUp(facts.family(placeholder.space().identifier()), placeholder);
    }
    return isDue;
  }

  /**
   * Removes events that were accepted only because they depend on this repository. Repeats this for
   * the removed events: others may have come to depend on them meanwhile.
   */
  private void removeDependents(RepoAddress repository) {
    SortedSet<Identifier> families = new TreeSet<>(List.of(repository.identifier()));
    List<String> names = new ArrayList<>(List.of(repository.toString()));
    Map<EventId, Event> gone = dependentsOnlyOf(names);
    while (!gone.isEmpty()) {
      remove(gone.keySet());
      gone.values().forEach(event -> families.addAll(Deletions.familiesOf(event)));
      gone.values().stream().flatMap(ThreadFinder::namesOf).forEach(names::add);
      gone = dependentsOnlyOf(names);
    }
    // Refs and submissions below /prs/ follow in their own lanes.
    orphaned.accept(families);
  }

  private void remove(Collection<EventId> ids) {
    long now = clock.now().epochSeconds();
    Await.write(store, tx -> ids.forEach(id -> tx.remove(id, Removal.LAPSED, now)));
  }

  private Map<EventId, Event> dependentsOnlyOf(List<String> names) {
    Map<EventId, Event> dependents = dependentsOf(names);
    boolean grew = true;
    while (grew) {
      // An event with another reason stays, and others may depend on it.
      grew =
          dependents
              .values()
              .removeIf(event -> facts.isAdmissibleWithout(event, dependents.keySet(), rules));
    }
    return dependents;
  }

  private Map<EventId, Event> dependentsOf(List<String> first) {
    Map<EventId, Event> dependents = new HashMap<>();
    ArrayDeque<String> names = new ArrayDeque<>(first);
    while (!names.isEmpty()) {
      for (Event event : naming(names.remove())) {
        if (dependents.put(event.id(), event) == null) {
          names.add(event.id().hex());
          event.address().ifPresent(own -> names.add(own.toString()));
        }
      }
    }
    return dependents;
  }

  private List<Event> naming(String name) {
    return Stream.of('a', 'A', 'e', 'E', 'q')
        .map(letter -> Filter.builder().tag(letter, List.of(name)).build())
        .flatMap(filter -> StoreQueries.all(store, filter).stream())
        .toList();
  }

  public static String typeOf(Ticket ticket) {
    return switch (ticket) {
      case Ticket.OfAnnouncement _ -> "announcement";
      case Ticket.OfState _ -> "state";
      case Ticket.OfPullRequest _ -> "pull_request";
      case Ticket.OfPush _ -> "placeholder";
    };
  }
}
