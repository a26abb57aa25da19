package dev.graspd.server.family;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.held.ShelvedPushes;
import dev.graspd.server.family.view.Families;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Updates memory when a change is on disk: the index of held events, shelves, views, purgatory,
 * diary and hunt. Called in the family's lane.
 *
 * @param purgatory is told when waits begin and end
 * @param withdrawn is told of families that lose a submission
 */
public record EffectsInMemory(
    HeldIndex held,
    ShelvedPushes shelves,
    Families families,
    UptimeClock clock,
    Consumer<Input> purgatory,
    HuntNotifier hunt,
    FamilyDiary diary,
    Consumer<Identifier> withdrawn,
    HostingMetrics metrics) {

  /** The store has refused the event, so the view is stale. */
  void outdate(FamilyChange change) {
    families.changed(change.basis().identifier());
  }

  /**
   * Applies a change.
   *
   * @param seq the last record of the log that it wrote; empty if more was written than the change
   *     says
   */
  void apply(FamilyChange change, List<EffectsInStore.Begun> begun, OptionalLong seq) {
    Identifier family = change.basis().identifier();
    change.effects().forEach(this::apply);
    // Waits end before others begin: a new version may wait under the same name.
    Set<EventId> waiting =
        begun.stream()
            .filter(one -> one.row().until().home().equals(family))
            .map(this::begin)
            .collect(Collectors.toSet());
    if (seq.isPresent() && change.effects().stream().allMatch(EffectsInMemory::isInView)) {
      families.changed(change.basis(), change.after(), seq.getAsLong());
    } else {
      families.changed(family);
    }
    diary.changed(change, waiting);
    hunt.changed(change);
    if (change.only(FamilyEffect.Withdraw.class).findAny().isPresent()) {
      withdrawn.accept(family);
    }
  }

  private void apply(FamilyEffect effect) {
    switch (effect) {
      case FamilyEffect.Remove(var id, _) -> settled(id);
      case FamilyEffect.EndRepository(_, var along) -> along.forEach(this::settled);
      case FamilyEffect.Replace(var id) -> settled(id);
      case FamilyEffect.Release(var id) -> released(id);
      case FamilyEffect.Drop(var id) -> settled(id);
      case FamilyEffect.Lapse(var id, var remembered) -> held.renew(id, remembered);
      case FamilyEffect.Unshelve(var push, _) -> {
        shelves.remove(push);
        purgatory.accept(new Input.Settled(ticketOf(push)));
      }
      case FamilyEffect.Shelve(var push) -> {
        shelves.put(push);
        schedule(ticketOf(push), push.deadlineNanos());
      }
      // Their waits begin last.
      case FamilyEffect.Arrive _, FamilyEffect.Renew _, FamilyEffect.RestoreRepository _ -> {}
      // Views read these from the store.
      case FamilyEffect.MoveRefs _,
          FamilyEffect.Withdraw _,
          FamilyEffect.Submit _,
          FamilyEffect.PutPacks _,
          FamilyEffect.Condemn _,
          FamilyEffect.RememberArrived _,
          FamilyEffect.ForgetArrived _ -> {}
    }
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

  /** A renewed event may be gone by now. */
  private EventId begin(EffectsInStore.Begun one) {
    Waiting row = one.row();
    if (one.isNew() || held.find(row.id()).isPresent()) {
      held.put(row);
      schedule(HeldIndex.ticketOf(row), row.until().deadlineNanos());
    }
    return row.id();
  }

  private void schedule(Ticket ticket, long deadlineNanos) {
    purgatory.accept(new Input.Restored(ticket, Phase.WAITING, deadlineNanos));
  }

  /** Returns purgatory's ticket for a push that waits. */
  public static Ticket ticketOf(Placeholder placeholder) {
    return new Ticket.OfPush(placeholder.space(), placeholder.event());
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
