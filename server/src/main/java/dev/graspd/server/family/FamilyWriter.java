package dev.graspd.server.family;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyEffect.ForgetArrived;
import dev.graspd.server.family.FamilyEffect.RememberArrived;
import dev.graspd.server.family.objects.StorageAccounts;
import dev.graspd.server.family.view.Families;
import dev.graspd.server.family.view.FamilyLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes changes of families: event, refs, HEAD, waits and packs in one transaction. Memory learns
 * of it from the log. Decides nothing. Called inside the lanes of the families.
 *
 * @param listener told of each change that is on disk, in the lane
 */
public record FamilyWriter(
    EventStore store,
    RepositoryStore repositories,
    StorageAccounts accounts,
    UptimeClock clock,
    FamilyLog log,
    Families families,
    Consumer<Written> listener) {
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

  /**
   * A change that is on disk.
   *
   * @param begun the events whose wait has begun with it
   * @param released the rows of held events that are served from now on
   */
  public record Written(FamilyChange change, Set<EventId> begun, List<Waiting> released) {}

  /** The answer of a transaction, and the versions that it has given to the families. */
  private record Answer(
      Optional<Appended> event,
      SortedMap<Identifier, Long> versions,
      List<Waiting> begun,
      List<Waiting> released) {
    boolean isRefused() {
      return FamilyWriter.isRefused(event);
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
    Answer answer = Await.answerOf(store.write(tx -> written(tx, request, all)));
    if (!answer.isRefused()) {
      all.forEach(change -> tell(change, answer));
    }
    log.settle();
    return answer.event();
  }

  private void tell(FamilyChange change, Answer answer) {
    Identifier family = change.basis().identifier();
    Long version = answer.versions().get(family);
    if (version != null && change.effects().stream().allMatch(FamilyWriter::isInView)) {
      families.offer(change.basis(), change.after().withVersion(version));
    }
    Set<EventId> begun =
        in(family, answer.begun()).stream().map(Waiting::id).collect(Collectors.toSet());
    listener.accept(new Written(change, begun, in(family, answer.released())));
  }

  private static List<Waiting> in(Identifier family, List<Waiting> rows) {
    return rows.stream().filter(row -> row.until().home().equals(family)).toList();
  }

  /** Returns whether the view after a change shows all of an effect. */
  private static boolean isInView(FamilyEffect effect) {
    return switch (effect) {
      case FamilyEffect.Arrive _,
          FamilyEffect.Renew _,
          FamilyEffect.Replace _,
          FamilyEffect.Release _,
          FamilyEffect.Drop _,
          FamilyEffect.MoveRefs _,
          FamilyEffect.Submit _,
          FamilyEffect.PutPacks _,
          FamilyEffect.Shelve _,
          FamilyEffect.Unshelve _,
          FamilyEffect.RememberArrived _,
          FamilyEffect.ForgetArrived _ ->
          true;
      // The store may remove or restore more events than the view has.
      case FamilyEffect.Remove _,
          FamilyEffect.EndRepository _,
          FamilyEffect.RestoreRepository _,
          FamilyEffect.Condemn _,
          FamilyEffect.Withdraw _,
          FamilyEffect.Lapse _ ->
          false;
    };
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

  private Answer written(
      StoreTransaction tx, Optional<AuthorRequest> request, List<FamilyChange> changes) {
    changes.forEach(change -> change.under().require(tx));
    changes.forEach(change -> requireCurrent(tx, change));
    EffectsInStore effects = new EffectsInStore(tx, clock.now(), accounts);
    Optional<Appended> answer = request.map(one -> obey(tx, one));
    for (FamilyChange change : changes) {
      if (!isRefused(answer)) {
        Optional<Appended> arrived = effects.write(change);
        answer = answer.or(() -> arrived);
      }
    }
    SortedMap<Identifier, Long> versions = new TreeMap<>();
    if (!isRefused(answer)) {
      tx.repositories().putUptime(clock.nanos());
      if (request.isEmpty()) {
        changes.stream()
            .filter(change -> !change.isEmpty())
            .map(change -> change.basis().identifier())
            .forEach(family -> versions.put(family, tx.repositories().raise(family)));
      }
    }
    return new Answer(answer, versions, effects.begun(), effects.released());
  }

  private Appended obey(StoreTransaction tx, AuthorRequest request) {
    long now = clock.now().epochSeconds();
    return request.event().kind() == Kinds.VANISH
        ? tx.vanish(request.event(), now)
        : tx.delete(request.event(), request.room(), now);
  }

  /** The view that was decided on, and what was decided, must be of the version in the store. */
  private static void requireCurrent(StoreTransaction tx, FamilyChange change) {
    Identifier family = change.basis().identifier();
    StaleViews.require(tx, family, change.basis().version());
    StaleViews.require(tx, family, change.after().version());
  }
}
