package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.EventRows.Group;
import dev.graspd.core.store.row.IndexedEvent;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.Request;
import dev.graspd.core.store.row.StoredEvent;
import dev.graspd.core.store.row.VanishRows;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Removes events: one, those that a deletion names, and those whose time has come. */
record Removals(
    EventRows rows,
    VanishRows vanished,
    EventRules events,
    EndedRules ended,
    DeletionRules deletions,
    DormantRules dormant,
    UnwantedRules unwanted) {

  void remove(KeptEvent kept, Removal why, long nowSeconds) {
    Event event = kept.event();
    Life life = kept.entry().life();
    if (life.isHere()) {
      events.remove(kept, why);
    } else {
      ended.takeBack(event);
    }
    if (life == Life.DORMANT) {
      dormant.remove(event);
      deletions.forget(event);
    } else if (why != Removal.WITHDRAWN && (why != Removal.LAPSED || !life.isServed())) {
      unwanted.put(UnwantedEvent.removed(event, why, nowSeconds));
    }
  }

  /** Removes the targets of a deletion that are here or set aside; returns how many. */
  int hide(Event deletion, long nowSeconds) {
    DeletionRequest request = DeletionRequest.of(deletion);
    int hidden = 0;
    for (EventId id : request.ids()) {
      LogEntry entry = rows.find(id);
      hidden += entry != null && hide(entry.seq(), deletion, nowSeconds) ? 1 : 0;
    }
    for (Address address : request.addresses()) {
      hidden += hide(address, deletion, nowSeconds);
    }
    return hidden;
  }

  private int hide(Address address, Event deletion, long nowSeconds) {
    int hidden = 0;
    IndexedEvent served = rows.servedVersion(address);
    if (served != null && served.createdAt() <= deletion.createdAt()) {
      hidden += hide(served.seq(), deletion, nowSeconds) ? 1 : 0;
    }
    IndexedEvent held = rows.heldVersion(address, deletion.createdAt());
    while (held != null && hide(held.seq(), deletion, nowSeconds)) {
      hidden++;
      held = rows.heldVersion(address, deletion.createdAt());
    }
    return hidden;
  }

  private boolean hide(long seq, Event deletion, long nowSeconds) {
    StoredEvent stored = rows.present(seq);
    if (!stored.author().equals(deletion.author()) || !DeletionRequest.canHide(stored.kind())) {
      return false;
    }
    KeptEvent target = KeptEvent.of(seq, stored);
    remove(target, Removal.DELETED, nowSeconds);
    deletions.putGone(target.event().id(), Removal.DELETED, deletion.id());
    return true;
  }

  /** Removes at most this many events whose time has come; returns how many. */
  int sweep(long nowSeconds, int max) {
    dormant.forgetDaysBefore(nowSeconds / DormantRoom.DAY);
    int done = 0;
    while (done < max) {
      OptionalLong due = rows.firstDue(nowSeconds);
      if (due.isEmpty()) {
        return done + sweepVanished(max - done, nowSeconds);
      }
      sweep(due.getAsLong(), nowSeconds);
      done++;
    }
    return done;
  }

  private void sweep(long seq, long nowSeconds) {
    KeptEvent due = events.read(seq);
    Removal why = due.event().isExpiredAt(nowSeconds) ? Removal.EXPIRED : Removal.LAPSED;
    remove(due, why, nowSeconds);
  }

  private int sweepVanished(int max, long nowSeconds) {
    int done = 0;
    while (done < max) {
      PublicKey author = vanished.firstVanishing();
      Request vanish = author == null ? null : vanished.find(author);
      if (author == null || vanish == null) {
        return done;
      }
      IndexedEvent left = nextVanishing(author, vanish);
      if (left == null) {
        vanished.endVanishing(author);
      } else {
        remove(events.read(left.seq()), Removal.VANISHED, nowSeconds);
        deletions.putGone(left.id(), Removal.VANISHED, vanish.id());
        done++;
      }
    }
    return done;
  }

  /** The next event to go: served, held, set aside; newest first, never the request itself. */
  private @Nullable IndexedEvent nextVanishing(PublicKey author, Request vanish) {
    for (Group group : Group.values()) {
      IndexedEvent next = rows.newestOf(author, group, vanish.createdAt(), vanish.id());
      if (next != null) {
        return next;
      }
    }
    return null;
  }
}
