package dev.graspd.server.family;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Family;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.DormantRoom;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyEffect.ForgetArrived;
import dev.graspd.server.family.FamilyEffect.RememberArrived;
import dev.graspd.server.family.objects.StorageAccounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;

/**
 * Writes changes of families: event, refs, HEAD, waits and packs in one transaction, then updates
 * memory. Decides nothing. Called inside the lanes of the families.
 */
public final class FamilyWriter {
  private final EventStore store;
  private final RepositoryStore repositories;
  private final StorageAccounts accounts;
  private final UptimeClock clock;
  private final EffectsInMemory memory;
  private final InFlightWrites inFlight;

  public FamilyWriter(
      EventStore store,
      RepositoryStore repositories,
      StorageAccounts accounts,
      UptimeClock clock,
      EffectsInMemory memory) {
    this.store = store;
    this.repositories = repositories;
    this.accounts = accounts;
    this.clock = clock;
    this.memory = memory;
    this.inFlight = new InFlightWrites(store::lastSeq);
  }

  public InFlightWrites inFlight() {
    return inFlight;
  }

  /** The store has changed since the view was read: decide again. */
  public static final class StaleViewException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StaleViewException(EventId id) {
      this("event " + id);
    }

    StaleViewException(String what) {
      super(what + " has changed", null, false, false);
    }
  }

  /**
   * A request of an author to delete events or to vanish.
   *
   * @param room for a deletion that hides nothing
   */
  public record AuthorRequest(Event event, DormantRoom room) {}

  private record Written(
      Optional<Appended> answer, List<EffectsInStore.Begun> begun, OptionalLong lastSeq) {
    boolean isRefused() {
      return FamilyWriter.isRefused(answer);
    }
  }

  private static boolean isRefused(Optional<Appended> answer) {
    return answer.filter(EffectsInStore::isRefusal).isPresent();
  }

  /**
   * Writes one change; returns the store's answer for its new event. If the store refuses the
   * event, nothing is written. Blocks until disk and memory have the change. Fails with {@link
   * StaleViewException} if the view is stale.
   */
  public Optional<Appended> write(FamilyChange change) {
    return write(Optional.empty(), List.of(change));
  }

  /** Writes a kind 5 or 62 and the changes of families that follow. */
  public Optional<Appended> write(Optional<AuthorRequest> request, List<FamilyChange> changes) {
    List<FamilyChange> all = changes.stream().map(this::withArrivedTips).toList();
    long begun = inFlight.begin();
    try {
      Written written = Await.answerOf(store.write(tx -> written(tx, request, all)));
      for (FamilyChange change : all) {
        if (written.isRefused()) {
          memory.outdate(change);
        } else {
          memory.apply(change, written.begun(), written.lastSeq());
        }
      }
      return written.answer();
    } finally {
      inFlight.end(begun);
    }
  }

  /** Computed in the lane, which alone changes these rows, because it reads files. */
  private FamilyChange withArrivedTips(FamilyChange change) {
    List<ArrivedTip> before = repositories.arrived(change.basis().identifier());
    if (before.isEmpty() && change.brought().isEmpty()) {
      return change;
    }
    SortedSet<ArrivedTip> kept =
        ArrivedTip.remembered(change.after(), before, change.brought().orElse(Brought.NOTHING));
    List<FamilyEffect> rows = new ArrayList<>();
    before.stream().filter(one -> !kept.contains(one)).map(ForgetArrived::new).forEach(rows::add);
    before.forEach(kept::remove);
    kept.stream().map(RememberArrived::new).forEach(rows::add);
    return change.with(rows);
  }

  private Written written(
      StoreTransaction tx, Optional<AuthorRequest> request, List<FamilyChange> changes) {
    changes.forEach(change -> checkBasis(tx, change.basis()));
    EffectsInStore effects = new EffectsInStore(tx, clock.now(), accounts);
    Optional<Appended> answer = request.map(one -> obey(tx, one));
    for (FamilyChange change : changes) {
      if (!isRefused(answer)) {
        Optional<Appended> arrived = effects.write(change);
        answer = answer.or(() -> arrived);
      }
    }
    if (!isRefused(answer)) {
      tx.repositories().putUptime(clock.nanos());
    }
    OptionalLong seq = request.isEmpty() ? OptionalLong.of(tx.lastSeq()) : OptionalLong.empty();
    return new Written(answer, effects.begun(), seq);
  }

  private Appended obey(StoreTransaction tx, AuthorRequest request) {
    long now = clock.now().epochSeconds();
    return request.event().kind() == Kinds.VANISH
        ? tx.vanish(request.event(), now)
        : tx.delete(request.event(), request.room(), now);
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
    return tx.repositories().waitOf(id).map(Wait::lapsed).orElse(false);
  }
}
