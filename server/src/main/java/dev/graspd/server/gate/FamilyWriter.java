package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.DormantRoom;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Writes changes of families: event, refs, HEAD, waits and packs in one transaction, then what is
 * known of them in memory. Decides nothing. Called inside the lanes of the families.
 */
final class FamilyWriter {
  private final EventStore store;
  private final RepositoryStore repositories;
  private final HeldIndex held;
  private final Shelves shelves;
  private final Families families;
  private final UptimeClock clock;
  private final Executor executor;
  private final Consumer<Input> purgatory;
  private final HuntNews hunt;
  private final FamilyNotes notes;
  private final Consumer<Identifier> withdrawn;
  private final HostingMetrics metrics;
  private final UnsettledWrites unsettled;

  FamilyWriter(
      EventStore store,
      RepositoryStore repositories,
      HeldIndex held,
      Shelves shelves,
      Families families,
      UptimeClock clock,
      Executor executor,
      Consumer<Input> purgatory,
      HuntNews hunt,
      FamilyNotes notes,
      Consumer<Identifier> withdrawn,
      HostingMetrics metrics) {
    this.store = store;
    this.repositories = repositories;
    this.held = held;
    this.shelves = shelves;
    this.families = families;
    this.clock = clock;
    this.executor = executor;
    this.purgatory = purgatory;
    this.hunt = hunt;
    this.notes = notes;
    this.withdrawn = withdrawn;
    this.metrics = metrics;
    this.unsettled = new UnsettledWrites(store::lastSeq);
  }

  /** Returns the writes that are on disk, or nearly so, and not in memory yet. */
  UnsettledWrites unsettled() {
    return unsettled;
  }

  /** The store has moved on since the view was taken: decide again. */
  static final class StaleViewException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StaleViewException(EventId id) {
      this("event " + id);
    }

    StaleViewException(String what) {
      super(what + " has changed", null, false, false);
    }
  }

  /**
   * What an author wishes.
   *
   * @param room for a deletion that hides nothing
   */
  record Wish(Event event, DormantRoom room) {}

  /** What was written. */
  record Written(Optional<Appended> answer, SortedMap<EventId, Waiting> waits) {}

  /**
   * Writes one change. The answer is the store's for the arrival; if that refuses it, nothing else
   * is written. Fails with {@link StaleViewException} if the view does not hold any more.
   */
  CompletionStage<Optional<Appended>> write(FamilyChange change) {
    return write(Optional.empty(), List.of(change));
  }

  /** What a change means for the memory of what was brought. */
  private record ArrivedRows(List<ArrivedTip> gone, SortedSet<ArrivedTip> come) {
    static final ArrivedRows NONE = new ArrivedRows(List.of(), new TreeSet<>());
  }

  /** Only the family's lane changes these rows; worked out in it, since it reads files. */
  private ArrivedRows arrivedRows(FamilyChange change) {
    List<ArrivedTip> before = repositories.arrived(change.basis().identifier());
    if (before.isEmpty() && change.brought().isEmpty()) {
      return ArrivedRows.NONE;
    }
    SortedSet<ArrivedTip> come =
        ArrivedTip.remembered(change.after(), before, change.brought().orElse(Brought.NOTHING));
    List<ArrivedTip> gone = before.stream().filter(one -> !come.contains(one)).toList();
    before.forEach(come::remove);
    return new ArrivedRows(gone, come);
  }

  /** Writes what an author wishes, kind 5 or 62, and what follows from it for families. */
  CompletionStage<Optional<Appended>> write(Optional<Wish> wish, List<FamilyChange> changes) {
    List<ArrivedRows> rows = changes.stream().map(this::arrivedRows).toList();
    long begun = unsettled.begin();
    return store
        .write(tx -> inTransaction(tx, wish, changes, rows))
        .thenApplyAsync(
            written -> {
              changes.forEach(change -> remember(change, written));
              return written.answer();
            },
            executor)
        .whenComplete((_, _) -> unsettled.end(begun));
  }

  private Written inTransaction(
      StoreTransaction tx,
      Optional<Wish> wish,
      List<FamilyChange> changes,
      List<ArrivedRows> rows) {
    long now = clock.now().epochSeconds();
    changes.forEach(change -> checkBasis(tx, change.basis()));
    SortedMap<EventId, Waiting> waits = new TreeMap<>();
    Optional<Appended> answer =
        wish.map(one ->
            one.event().kind() == Kinds.VANISH
                ? tx.vanish(one.event(), now)
                : tx.delete(one.event(), one.room(), now));
    if (answer.filter(FamilyWriter::isRefusal).isPresent()) {
      return new Written(answer, waits);
    }
    for (int n = 0; n < changes.size(); n++) {
      FamilyChange change = changes.get(n);
      Optional<Appended> arrived = change.arrival().map(event -> arrive(tx, change, event, waits));
      answer = answer.or(() -> arrived);
      if (arrived.filter(FamilyWriter::isRefusal).isPresent()) {
        return new Written(arrived, waits);
      }
      follow(tx, change, waits);
      write(tx, rows.get(n));
    }
    tx.putUptime(clock.nanos());
    return new Written(answer, waits);
  }

  private static void checkBasis(StoreTransaction tx, Family basis) {
    basis
        .basis()
        .forEach((id, standing) -> {
          Known known = tx.known(id);
          boolean holds =
              switch (standing) {
                case SERVED -> known == Known.SERVED;
                case WAITING -> known == Known.HELD && !isLapsed(tx, id);
                case LAPSED -> known == Known.HELD && isLapsed(tx, id);
              };
          if (!holds) {
            throw new StaleViewException(id);
          }
        });
  }

  private static boolean isLapsed(StoreTransaction tx, EventId id) {
    return tx.waitOf(id).map(Wait::lapsed).orElse(false);
  }

  private static boolean isRefusal(Appended appended) {
    return !(appended instanceof Appended.Stored || appended instanceof Appended.Held);
  }

  private Appended arrive(
      StoreTransaction tx, FamilyChange change, Event event, SortedMap<EventId, Waiting> waits) {
    long now = clock.now().epochSeconds();
    boolean served =
        change.joined().basis().get(event.id()) == Standing.SERVED
            || change.settlement().released().contains(event.id());
    boolean isHeld = tx.known(event.id()) == Known.HELD;
    if (served) {
      return isHeld
          ? tx.release(event.id(), now).orElseThrow(() -> new StaleViewException(event.id()))
          : tx.append(event, now);
    }
    Appended answer = isHeld ? new Appended.Held(0) : tx.hold(event, now);
    if (!isRefusal(answer)) {
      Wait soon = new Wait(change.basis().identifier(), false, 0);
      FamilyChange.Place place = change.place();
      begin(tx, Waiting.of(event, place.belongs(), place.from(), soon), waits);
    }
    return answer;
  }

  private void follow(StoreTransaction tx, FamilyChange change, SortedMap<EventId, Waiting> waits) {
    long now = clock.now().epochSeconds();
    change.removed().forEach(id -> tx.remove(id, change.removedAs(), now));
    replaced(change).forEach(id -> tx.remove(id, Removal.REPLACED, now));
    for (EventId id : change.settlement().released()) {
      if (tx.known(id) == Known.HELD) {
        tx.release(id, now);
      }
    }
    change.settlement().dropped().forEach(id -> tx.remove(id, Removal.REPLACED, now));
    change
        .moved()
        .forEach(
            (owner, refs) -> tx.putRefs(new RepoAddress(owner, change.basis().identifier()), refs));
    for (EventId id : change.renewed()) {
      if (tx.known(id) == Known.HELD) {
        begin(tx, noted(tx, id), waits);
      }
    }
    change.lapsed().forEach((id, wait) -> tx.putWaiting(lapsed(noted(tx, id), wait)));
    change.packs().forEach(tx::putPack);
    change.withdrawn().values().forEach(tx::removeSubmission);
    change.submitted().values().forEach(tx::putSubmission);
    change.unshelved().forEach(one -> tx.removePlaceholder(one.event(), one.space()));
    change.shelved().forEach(tx::putPlaceholder);
    HoldingWriter.write(tx, change);
    change
        .restored()
        .ifPresent(restored ->
            HoldingWriter.restore(tx, restored, now)
                .forEach(
                    event -> begin(tx, broughtBack(event, change.basis().identifier()), waits)));
  }

  private static void write(StoreTransaction tx, ArrivedRows rows) {
    rows.gone().forEach(tx::removeArrived);
    rows.come().forEach(tx::putArrived);
  }

  private static Waiting noted(StoreTransaction tx, EventId id) {
    return tx.waiting(id).orElseThrow(() -> new StaleViewException(id));
  }

  /** Nobody pays for what has lapsed, so nobody needs to know who brought it. */
  private static Waiting lapsed(Waiting row, Wait wait) {
    return row.with(wait).with(row.from().forgotten());
  }

  /** What comes back with its repository is in the room of those who belong to it. */
  private static Waiting broughtBack(Event event, Identifier home) {
    return Waiting.of(event, true, Waiting.Sender.NOBODY, new Wait(home, false, 0));
  }

  /** Gives an event its full time. */
  private void begin(StoreTransaction tx, Waiting row, SortedMap<EventId, Waiting> waits) {
    Duration life = HeldIndex.ticketOf(row).life();
    Waiting begun =
        row.with(new Wait(row.until().home(), false, clock.now().after(life)))
            .with(row.from().at(clock.now().epochSeconds()));
    tx.putWaiting(begun);
    waits.put(row.id(), begun);
  }

  /** Held events of the view that are no part of the new one: a newer version took their place. */
  private static List<EventId> replaced(FamilyChange change) {
    var kept = change.joined().basis();
    return change.basis().basis().entrySet().stream()
        .filter(entry -> entry.getValue() != Standing.SERVED && !kept.containsKey(entry.getKey()))
        .map(Map.Entry::getKey)
        .filter(id -> !change.along().contains(id))
        .toList();
  }

  /** Brings memory into line with what is on disk now. */
  private void remember(FamilyChange change, Written written) {
    if (written.answer().filter(FamilyWriter::isRefusal).isPresent()) {
      families.changed(change.basis().identifier());
      return;
    }
    // First what waits no more: a new version may wait under the same name.
    change.settlement().released().forEach(this::released);
    change.settlement().dropped().forEach(this::settled);
    change.removed().forEach(this::settled);
    change.along().forEach(this::settled);
    replaced(change).forEach(this::settled);
    rememberWaits(change, written);
    change.lapsed().forEach(held::renew);
    rememberShelves(change);
    families.changed(change.basis().identifier());
    notes.changed(change, written.waits().keySet(), replaced(change));
    hunt.changed(change);
    if (!change.withdrawn().isEmpty()) {
      withdrawn.accept(change.basis().identifier());
    }
  }

  private void rememberWaits(FamilyChange change, Written written) {
    written
        .waits()
        .forEach((id, row) -> {
          if (isOf(change, id) || held.find(id).isPresent()) {
            held.put(row);
            schedule(HeldIndex.ticketOf(row), row.until());
          }
        });
  }

  /** Whether an event begins to wait by this change; one that only goes on may be gone by now. */
  private static boolean isOf(FamilyChange change, EventId id) {
    return change.arrival().filter(event -> event.id().equals(id)).isPresent()
        || change.restored().stream()
            .flatMap(restored -> restored.waiting().stream())
            .anyMatch(event -> event.id().equals(id));
  }

  private void rememberShelves(FamilyChange change) {
    for (Placeholder one : change.unshelved()) {
      shelves.remove(one);
      purgatory.accept(new Input.Settled(ticketOf(one)));
    }
    for (Placeholder one : change.shelved()) {
      shelves.put(one);
      purgatory.accept(new Input.Restored(ticketOf(one), Phase.WAITING, one.deadlineNanos()));
    }
  }

  /** Returns what waits as long as this push does. */
  static Ticket ticketOf(Placeholder placeholder) {
    return new Ticket.OfPush(placeholder.space(), placeholder.event());
  }

  private void schedule(Ticket ticket, Wait wait) {
    purgatory.accept(new Input.Restored(ticket, Phase.WAITING, wait.deadlineNanos()));
  }

  private void released(EventId id) {
    held.find(id)
        .filter(entry -> !entry.until().lapsed())
        .ifPresent(entry -> {
          long begun = entry.until().deadlineNanos() - entry.ticket().life().toNanos();
          metrics.released(Duration.ofNanos(clock.nanos() - begun), entry.row().from().peer());
        });
    settled(id);
  }

  private void settled(EventId id) {
    held.remove(id).ifPresent(entry -> purgatory.accept(new Input.Settled(entry.ticket())));
  }
}
