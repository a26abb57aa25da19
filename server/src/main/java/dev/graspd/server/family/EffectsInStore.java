package dev.graspd.server.family;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.family.FamilyEffect.Arrive;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.objects.StorageAccounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes the effects of changes in one transaction. Decides nothing. */
final class EffectsInStore {
  private final StoreTransaction tx;
  private final Now now;
  private final StorageAccounts accounts;
  private final List<Waiting> begun = new ArrayList<>();
  private final List<Waiting> released = new ArrayList<>();
  private Optional<Appended> answer = Optional.empty();
  private boolean soon;

  EffectsInStore(StoreTransaction tx, Now now, StorageAccounts accounts) {
    this.tx = tx;
    this.now = now;
    this.accounts = accounts;
  }

  /** Returns whether the store has written nothing. */
  static boolean isRefusal(Appended appended) {
    return !(appended instanceof Appended.Stored || appended instanceof Appended.Held);
  }

  /** Returns the rows of events whose wait begins, for the first time or again. */
  List<Waiting> begun() {
    return begun;
  }

  /** Returns the rows of held events that are served from now on. */
  List<Waiting> released() {
    return released;
  }

  /** Returns the store's answer to the new event; after a refusal nothing else is written. */
  Optional<Appended> write(FamilyChange change) {
    soon = change.urgency().filter(urgency -> urgency != Urgency.CLIENT).isPresent();
    for (FamilyEffect effect : change.effects()) {
      write(effect, change.basis().identifier());
      if (answer.filter(EffectsInStore::isRefusal).isPresent()) {
        return answer;
      }
    }
    return answer;
  }

  private void write(FamilyEffect effect, Identifier family) {
    switch (effect) {
      case Arrive arrive -> answer = Optional.of(arrive(arrive, family));
      case FamilyEffect.Remove(var id, var why) -> tx.remove(id, why, now.epochSeconds());
      case FamilyEffect.EndRepository ended -> EndedWriter.end(tx, ended);
      case FamilyEffect.Replace(var id) -> tx.remove(id, Removal.REPLACED, now.epochSeconds());
      case FamilyEffect.Release(var id) -> release(id);
      case FamilyEffect.Drop(var id) -> tx.remove(id, Removal.REPLACED, now.epochSeconds());
      case FamilyEffect.MoveRefs(var repository, _, var refs) ->
          tx.repositories().putRefs(repository, refs);
      case FamilyEffect.Withdraw(var submission) -> tx.repositories().removeSubmission(submission);
      case FamilyEffect.Submit(var submission) -> tx.repositories().putSubmission(submission);
      case FamilyEffect.Renew(var id, _) -> renew(id);
      case FamilyEffect.Lapse(var id, var remembered) -> lapse(id, remembered);
      case FamilyEffect.PutPacks(var packs, var cause) ->
          accounts.put(tx.repositories(), packs, cause);
      case FamilyEffect.Unshelve(var push, _) ->
          tx.repositories().removePlaceholder(push.event(), push.space());
      case FamilyEffect.Shelve(var push) -> tx.repositories().putPlaceholder(push);
      case FamilyEffect.Condemn(var kept) -> EndedWriter.condemn(tx, kept);
      case FamilyEffect.RestoreRepository restored -> restore(restored, family);
      case FamilyEffect.RememberArrived(var tip) -> tx.repositories().putArrived(tip);
      case FamilyEffect.ForgetArrived(var tip) -> tx.repositories().removeArrived(tip);
    }
  }

  private Appended arrive(Arrive arrive, Identifier family) {
    Event event = arrive.event();
    boolean isHeld = tx.known(event.id()) == Known.HELD;
    if (arrive.isServed()) {
      return isHeld
          ? tx.release(event.id(), now.epochSeconds())
              .orElseThrow(() -> new StaleViewException(event.id()))
          : tx.append(event, now.epochSeconds());
    }
    Appended held = isHeld ? new Appended.Held(0) : tx.hold(event, now.epochSeconds());
    if (!isRefusal(held)) {
      FamilyChange.Place place = arrive.place();
      begin(Waiting.of(event, place.belongs(), place.from(), new Wait(family, false, 0)));
    }
    return held;
  }

  private void release(EventId id) {
    if (tx.known(id) == Known.HELD) {
      tx.repositories().waiting(id).ifPresent(released::add);
      // The view counts on it. A ban takes held events out right after it begins.
      if (tx.release(id, now.epochSeconds()).orElse(null) instanceof Appended.Barred) {
        throw new StaleViewException(id);
      }
    }
  }

  private void renew(EventId id) {
    if (tx.known(id) == Known.HELD) {
      begin(rowOf(id));
    }
  }

  /** Nobody pays for a lapsed event, so its sender is forgotten. */
  private void lapse(EventId id, Wait remembered) {
    Waiting row = rowOf(id);
    tx.repositories().putWaiting(row.with(remembered).with(row.from().forgotten()));
  }

  /** Restored events wait in the room of the repository's members. */
  private void restore(FamilyEffect.RestoreRepository restored, Identifier family) {
    for (Event event : EndedWriter.restore(tx, restored, now.epochSeconds())) {
      begin(Waiting.of(event, true, Waiting.Sender.NOBODY, new Wait(family, false, 0)));
    }
  }

  private Waiting rowOf(EventId id) {
    return tx.repositories().waiting(id).orElseThrow(() -> new StaleViewException(id));
  }

  /** Lets an event wait for its full time. */
  private void begin(Waiting row) {
    long deadlineNanos = now.after(HeldIndex.ticketOf(row).life());
    Wait until = new Wait(row.until().home(), false, deadlineNanos, OptionalLong.empty(), soon);
    Waiting begins = row.with(until).with(row.from().at(now.epochSeconds()));
    tx.repositories().putWaiting(begins);
    begun.add(begins);
  }
}
