package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.row.DeletionRows;
import dev.graspd.core.store.row.Request;
import dev.graspd.core.store.row.VanishRows;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which events must not come back: deleted ones, those of authors who vanished, banned ones. */
record DeletionRules(DeletionRows rows, VanishRows vanished) {
  boolean isGone(EventId id) {
    return rows.gone(id) != null;
  }

  /** Returns how an event is refused whose id is gone. */
  @Nullable Appended refusal(EventId id) {
    Gone gone = rows.gone(id);
    if (gone == null) {
      return null;
    }
    if (gone.by().isEmpty()) {
      return new Appended.Barred(gone.why());
    }
    return gone.why() == Removal.DELETED
        ? new Appended.Deleted(gone.by().get())
        : new Appended.Vanished(gone.by().get());
  }

  /** An event goes, or is refused, because its author requested that. */
  void putGone(EventId id, Removal why, EventId request) {
    rows.putGone(id, new Gone(why, Optional.of(request)));
  }

  /** An event is barred by this server. */
  void bar(EventId id, Removal why) {
    rows.putGone(id, new Gone(why, Optional.empty()));
  }

  /** Records the targets of a deletion, so that targets that arrive later are refused. */
  void remember(Event deletion) {
    rows.putTargets(deletion);
  }

  void forget(Event deletion) {
    rows.deleteTargets(deletion);
  }

  /**
   * Returns the deletion that this event's author signed against it: by id, else by address. Of
   * those by address the newest decides: it hides the most.
   */
  @Nullable EventId deletionOf(Event event) {
    if (!DeletionRequest.canHide(event.kind())) {
      return null;
    }
    EventId byId = rows.firstDeletionOf(event.id(), event.author());
    if (byId != null) {
      return byId;
    }
    Request byAddress = event.address().map(rows::newestDeletionOf).orElse(null);
    return byAddress != null && byAddress.covers(event.createdAt()) ? byAddress.id() : null;
  }

  /** Returns the request to vanish that covers this event; none covers itself. */
  @Nullable EventId vanishOf(Event event) {
    Request vanish = vanished.find(event.author());
    if (vanish == null || vanish.id().equals(event.id())) {
      return null;
    }
    return vanish.covers(event.createdAt()) ? vanish.id() : null;
  }
}
