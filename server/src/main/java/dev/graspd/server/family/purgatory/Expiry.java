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
import dev.graspd.core.role.RoleLostException;
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
import dev.graspd.server.family.view.Families;
import dev.graspd.server.family.view.FamilyLog;
import dev.graspd.server.family.view.StoreFacts;
import dev.graspd.server.family.view.StoreQueries;
import dev.graspd.server.family.view.ThreadFinder;
import dev.graspd.server.gate.StoreFaults;
import dev.graspd.server.role.Mandate;
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

/**
 * Writes the changes when a wait ends or begins again (purgatory.md, section 3).
 *
 * @param mandate the role that it writes under
 */
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
    HostingMetrics metrics,
    Mandate mandate)
    implements PurgatoryHost.Effects {
  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);

  /** Returns the same under a role, for the timers. */
  public Expiry under(Mandate other) {
    return new Expiry(
        store, facts, rules, held, shelves, log, lanes, publisher, orphaned, tips, clock, metrics,
        other);
  }

  @Override
  public void saveUptime() {
    var _ =
        store.write(tx -> {
          mandate.require(tx);
          tx.repositories().putUptime(clock.nanos());
          return true;
        });
  }

  @Override
  public void revive(Ticket ticket) {
    entryOf(ticket).ifPresent(entry -> inLane(entry.until().home(), ticket, () -> revived(entry)));
  }

  @Override
  public void lapse(Ticket ticket, long memoryEndsNanos) {
    entryOf(ticket)
        .ifPresent(
            entry -> inLane(entry.until().home(), ticket, () -> lapsed(entry, memoryEndsNanos)));
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
        .ifPresent(entry -> inLane(entry.until().home(), ticket, () -> forgotten(entry)));
  }

  /** What memory knows, which may be old: it names the lane, in which the row is read again. */
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
        mandate
            .track(lanes.enter(home, () -> mandate.isHeld() && StaleViews.retried(work)))
            .whenComplete((_, fault) -> {
              if (fault == null) {
                LOG.debug("the change of {} is done", ticket);
              } else if (isLeftToOthers(fault)) {
                LOG.debug("the change of {} is left to the next take-over", ticket);
              } else {
                LOG.error("the change of {} could not be written", ticket, fault);
              }
            });
  }

  /** The server ends, or another one has the role. */
  private static boolean isLeftToOthers(Throwable fault) {
    Throwable cause = StoreFaults.causeOf(fault);
    return cause instanceof RejectedExecutionException
        || cause instanceof RoleLostException
        || (cause instanceof StorageException storage
            && storage.fault() == StorageException.Fault.CLOSED);
  }

  /** A held event and its family, as they are now. */
  private record Now(Family family, HeldIndex.Entry entry) {
    EventId id() {
      return entry.id();
    }

    Wait until() {
      return entry.until();
    }
  }

  /**
   * Reads an event again: while this waited for the lane, it may have been released or renewed,
   * here or by another process. First the family, so that the version that is compared in the
   * transaction is not newer than the row; see {@link Families#of}.
   */
  private Optional<Now> now(HeldIndex.Entry before) {
    Family family = facts.family(before.until().home());
    return facts
        .rowOf(before.id())
        .filter(entry -> entry.until().home().equals(family.identifier()))
        .map(entry -> new Now(family, entry));
  }

  private boolean isDue(Now now) {
    return now.until().deadlineNanos() <= clock.nanos();
  }

  private boolean lapsed(HeldIndex.Entry before, long memoryEndsNanos) {
    Optional<Now> due = now(before).filter(this::isDue).filter(one -> !one.until().lapsed());
    due.ifPresent(one -> lapse(one, memoryEndsNanos));
    return due.isPresent();
  }

  private void lapse(Now due, long memoryEndsNanos) {
    Ticket ticket = due.entry().ticket();
    Wait remembered = Wait.lapsed(due.until().home(), memoryEndsNanos, clock.now().epochSeconds());
    // Refs that were pushed for it return to the served state.
    Family after = due.family().lapsed(due.id());
    write(
        FamilyChange.of(due.family(), after, tips.settle(after))
            .with(List.of(new FamilyEffect.Lapse(due.id(), remembered))));
    metrics.expired(typeOf(ticket));
    if (ticket instanceof Ticket.OfAnnouncement(var repository)) {
      removeDependents(repository);
    }
  }

  private void write(FamilyChange change) {
    Publication _ = publisher.published(Optional.empty(), change.under(mandate));
  }

  /** The event waits again for its full time, unless its git data is here by now. */
  private boolean revived(HeldIndex.Entry before) {
    Optional<Now> lapsed = now(before).filter(one -> one.until().lapsed());
    lapsed.ifPresent(one -> {
      Family after = one.family().revived(one.id());
      write(
          FamilyChange.of(one.family(), after, tips.settle(after))
              .with(FamilyPublisher.renewals(List.of(one.id())))
              .urgent(Urgency.SYNCED));
    });
    return lapsed.isPresent();
  }

  private boolean forgotten(HeldIndex.Entry before) {
    return now(before).filter(this::isMemoryOver).filter(this::isForgotten).isPresent();
  }

  /** An event that waits again is remembered for its full time after it. */
  private boolean isMemoryOver(Now now) {
    long memory = now.until().lapsed() ? 0 : now.entry().ticket().memory().toNanos();
    return now.until().deadlineNanos() + memory <= clock.nanos();
  }

  private boolean isForgotten(Now due) {
    long now = clock.now().epochSeconds();
    Family family = due.family();
    List<ArrivedTip> forgotten = tips.givenUp(family.without(due.id()));
    boolean done =
        Await.answerOf(
            store.write(tx -> {
              mandate.require(tx);
              StaleViews.require(tx, family.identifier(), family.version());
              forgotten.forEach(tx.repositories()::removeArrived);
              return tx.remove(due.id(), Removal.LAPSED, now);
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
    facts
        .rowOf(id)
        .ifPresent(entry ->
            inLane(
                entry.until().home(),
                entry.ticket(),
                () -> isDropped(now(entry).filter(one -> one.until().lapsed()))));
  }

  /** Removes a held event, lapsed or not; answers whether it was held. */
  public CompletionStage<Boolean> drop(EventId id) {
    return facts
        .rowOf(id)
        .map(entry ->
            lanes.enter(
                entry.until().home(), () -> StaleViews.retried(() -> isDropped(now(entry)))))
        .orElseGet(() -> CompletableFuture.completedFuture(false));
  }

  private boolean isDropped(Optional<Now> event) {
    event.ifPresent(this::drop);
    return event.isPresent();
  }

  /** Refs that were pushed for it return to the served state, as if it had lapsed. */
  private void drop(Now event) {
    Family after = event.family().without(event.id());
    write(
        FamilyChange.of(
            event.family(),
            after,
            tips.settle(after),
            List.of(new FamilyEffect.Remove(event.id(), Removal.LAPSED))));
    if (event.entry().ticket() instanceof Ticket.OfAnnouncement(var repository)
        && !event.until().lapsed()) {
      removeDependents(repository);
    }
  }

  private boolean givenUp(Placeholder placeholder) {
    // First the family, as for events. Meanwhile there may have been another push, or its event.
    Family family = facts.family(placeholder.space().identifier());
    boolean isDue =
        placeholder.deadlineNanos() <= clock.nanos()
            && shelves.of(placeholder.space()).contains(placeholder);
    if (isDue) {
      publisher.giveUp(family, placeholder, mandate);
      metrics.expired("placeholder");
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
    Await.write(
        store,
        tx -> {
          mandate.require(tx);
          ids.forEach(id -> tx.remove(id, Removal.LAPSED, now));
        });
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
