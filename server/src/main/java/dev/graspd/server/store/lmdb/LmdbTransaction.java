package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.DormantRoom;
import dev.graspd.core.store.EndedTransaction;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.RepositoryTransaction;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.StrangerRoom;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.server.store.lmdb.row.DeletionRows;
import dev.graspd.server.store.lmdb.row.DeletionRows.Vanish;
import dev.graspd.server.store.lmdb.row.DormantRows;
import dev.graspd.server.store.lmdb.row.EndedRows;
import dev.graspd.server.store.lmdb.row.EventRows;
import dev.graspd.server.store.lmdb.row.FamilyRows;
import dev.graspd.server.store.lmdb.row.PackSums;
import dev.graspd.server.store.lmdb.row.RepositoryRows;
import dev.graspd.server.store.lmdb.row.StrangerRows;
import dev.graspd.server.store.lmdb.row.UnwantedRows;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.Life;
import dev.graspd.server.store.lmdb.table.Row;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rules of the store, over the rows of one write transaction. */
final class LmdbTransaction implements StoreTransaction {
  private final WriteSession session;
  private final EventRows rows;
  private final DeletionRows deletions;
  private final UnwantedRows unwanted;
  private final RepositoryRows repositories;
  private final EndedRows ended;
  private final DormantRows dormant;
  private final StrangerRows strangers;
  private final FamilyRows families;

  LmdbTransaction(WriteSession session, StoreSettings settings) {
    this.session = session;
    this.families = new FamilyRows(session);
    this.rows = new EventRows(session, families, settings.removalsKept());
    this.deletions = new DeletionRows(session);
    this.unwanted = new UnwantedRows(session, settings.unwantedKept());
    this.repositories = new RepositoryRows(session, rows, families, new PackSums(session));
    this.ended = new EndedRows(session, rows, families);
    this.dormant = new DormantRows(session);
    this.strangers = new StrangerRows(session);
  }

  /** Ends one work, so that the next one sees the versions that it has made. */
  void endWork() {
    families.raiseTouched();
  }

  @Override
  public RepositoryTransaction repositories() {
    return repositories;
  }

  @Override
  public EndedTransaction ended() {
    return ended;
  }

  @Override
  public long lastSeq() {
    return session.lastSeq();
  }

  @Override
  public Known known(EventId id) {
    IdEntry entry = here(id);
    if (entry != null) {
      return entry.life().isServed() ? Known.SERVED : Known.HELD;
    }
    return deletions.gone(id) == null ? Known.UNKNOWN : Known.GONE;
  }

  /** A set-aside event counts as not here. */
  private @Nullable IdEntry here(EventId id) {
    IdEntry entry = rows.find(id);
    return entry != null && entry.life().isHere() ? entry : null;
  }

  @Override
  public Optional<Event> event(EventId id) {
    IdEntry entry = here(id);
    return entry == null ? Optional.empty() : Optional.of(rows.event(entry.seq()));
  }

  @Override
  public Appended append(Event event, long nowSeconds) {
    Appended refused = refusal(event, nowSeconds);
    return refused != null ? refused : new Appended.Stored(serve(event, Life.STORED, nowSeconds));
  }

  @Override
  public Appended appendStranger(Event list, StrangerRoom room, long nowSeconds) {
    if (list.kind() != Kinds.GRASP_LIST) {
      throw new IllegalArgumentException("not a list of servers: " + list);
    }
    Appended answer = append(list, nowSeconds);
    if (answer instanceof Appended.Stored(var seq)) {
      makeRoom(StrangerRoom.bytesOf(list), room, nowSeconds);
      strangers.add(seq, StrangerRoom.bytesOf(list));
    }
    return answer;
  }

  private void makeRoom(long bytes, StrangerRoom room, long nowSeconds) {
    for (int i = 0; i < StrangerRoom.LOOKS_MAX; i++) {
      OptionalLong oldest = strangers.oldest();
      if (oldest.isEmpty() || strangers.inAll() + bytes <= room.bytesMax()) {
        return;
      }
      Event list = rows.event(oldest.getAsLong());
      if (room.takesPart().test(list.author())) {
        strangers.forget(oldest.getAsLong());
      } else {
        remove(oldest.getAsLong(), list, Removal.EVICTED, nowSeconds);
      }
    }
  }

  @Override
  public Appended hold(Event event, long nowSeconds) {
    Appended refused = refusal(event, nowSeconds);
    return refused != null ? refused : new Appended.Held(add(event, Life.HELD, EventRecord.NEVER));
  }

  @Override
  public Optional<Appended> release(EventId id, long nowSeconds) {
    IdEntry entry = here(id);
    return entry == null || entry.life().isServed()
        ? Optional.empty()
        : Optional.of(release(entry.seq(), rows.event(entry.seq()), nowSeconds));
  }

  private Appended release(long seq, Event event, long nowSeconds) {
    Appended refused = removedByAuthor(event, nowSeconds);
    refused = refused != null ? refused : newerVersion(event);
    if (refused != null) {
      remove(seq, event, removalFor(refused), nowSeconds);
      return refused;
    }
    if (rows.present(seq).life() == Life.DORMANT) {
      dormant.remove(event);
    }
    rows.drop(seq, event);
    return new Appended.Stored(serve(event, Life.RELEASED, nowSeconds));
  }

  private static Removal removalFor(Appended refused) {
    return switch (refused) {
      case Appended.Deleted _ -> Removal.DELETED;
      case Appended.Vanished _ -> Removal.VANISHED;
      case Appended.Superseded _ -> Removal.REPLACED;
      case Appended.Barred(var why) -> why;
      case Appended.Stored _, Appended.Held _, Appended.Duplicate _, Appended.NoRoom _ ->
          throw new IllegalArgumentException("not a refusal: " + refused);
    };
  }

  @Override
  public Appended delete(Event deletion, DormantRoom room, long nowSeconds) {
    if (deletion.kind() != Kinds.DELETION) {
      throw new IllegalArgumentException("not a deletion: " + deletion);
    }
    Appended refused = refusal(deletion, nowSeconds);
    if (refused != null) {
      return refused;
    }
    int hidden = hide(deletion, nowSeconds);
    if (hidden == 0 && !dormant.add(deletion, room, nowSeconds)) {
      return new Appended.NoRoom();
    }
    deletions.remember(deletion);
    if (hidden > 0) {
      return new Appended.Stored(serve(deletion, Life.STORED, nowSeconds));
    }
    return new Appended.Held(add(deletion, Life.DORMANT, nowSeconds + DORMANT_DELETION_SECONDS));
  }

  private int hide(Event deletion, long nowSeconds) {
    DeletionRequest request = DeletionRequest.of(deletion);
    int hidden = 0;
    for (EventId id : request.ids()) {
      IdEntry entry = rows.find(id);
      hidden += entry != null && hide(entry.seq(), deletion, nowSeconds) ? 1 : 0;
    }
    for (Address address : request.addresses()) {
      hidden += hide(address, deletion, nowSeconds);
    }
    return hidden;
  }

  private int hide(Address address, Event deletion, long nowSeconds) {
    int hidden = 0;
    Row served = rows.servedVersion(address);
    if (served != null && served.createdAt() <= deletion.createdAt()) {
      hidden += hide(served.seq(), deletion, nowSeconds) ? 1 : 0;
    }
    Row held = rows.heldVersion(address, deletion.createdAt());
    while (held != null && hide(held.seq(), deletion, nowSeconds)) {
      hidden++;
      held = rows.heldVersion(address, deletion.createdAt());
    }
    return hidden;
  }

  private boolean hide(long seq, Event deletion, long nowSeconds) {
    EventRecord record = rows.present(seq);
    if (!record.author().equals(deletion.author()) || !DeletionRequest.canHide(record.kind())) {
      return false;
    }
    Event target = record.event();
    remove(seq, target, Removal.DELETED, nowSeconds);
    deletions.putGone(target.id(), new Gone(Removal.DELETED, Optional.of(deletion.id())));
    return true;
  }

  @Override
  public Appended vanish(Event vanish, long nowSeconds) {
    if (vanish.kind() != Kinds.VANISH) {
      throw new IllegalArgumentException("not a request to vanish: " + vanish);
    }
    Appended refused = refusal(vanish, nowSeconds);
    if (refused != null) {
      return refused;
    }
    deletions.putVanish(vanish);
    return new Appended.Stored(serve(vanish, Life.STORED, nowSeconds));
  }

  @Override
  public boolean remove(EventId id, Removal why, long nowSeconds) {
    IdEntry entry = here(id);
    if (entry == null) {
      return false;
    }
    remove(entry.seq(), rows.event(entry.seq()), why, nowSeconds);
    if (why == Removal.DELETED || why == Removal.BANNED) {
      deletions.putGone(id, new Gone(why, Optional.empty()));
    }
    return true;
  }

  @Override
  public int sweep(long nowSeconds, int max) {
    dormant.forgetDaysBefore(nowSeconds / DormantRoom.DAY);
    int done = 0;
    while (done < max) {
      Cursor<ByteBuffer> next = session.first(Table.EXPIRY);
      if (next == null || next.key().getLong(0) > nowSeconds) {
        return done + sweepVanished(max - done, nowSeconds);
      }
      sweep(next.key().getLong(Long.BYTES), nowSeconds);
      done++;
    }
    return done;
  }

  private void sweep(long seq, long nowSeconds) {
    Event event = rows.event(seq);
    Removal why = event.isExpiredAt(nowSeconds) ? Removal.EXPIRED : Removal.LAPSED;
    remove(seq, event, why, nowSeconds);
  }

  private int sweepVanished(int max, long nowSeconds) {
    int done = 0;
    while (done < max) {
      PublicKey author = deletions.firstVanishing();
      Vanish vanish = author == null ? null : deletions.vanishOf(author);
      if (author == null || vanish == null) {
        return done;
      }
      Row left = nextVanishing(author, vanish);
      if (left == null) {
        deletions.hasVanished(author);
      } else {
        remove(left.seq(), rows.event(left.seq()), Removal.VANISHED, nowSeconds);
        deletions.putGone(left.id(), new Gone(Removal.VANISHED, Optional.of(vanish.by())));
        done++;
      }
    }
    return done;
  }

  /** The next event to go: served, held, set aside; newest first, never the request itself. */
  private @Nullable Row nextVanishing(PublicKey author, Vanish vanish) {
    Row served = rows.newestOf(Table.AUTHOR, author, vanish.upTo(), vanish.by());
    Row held =
        served != null ? served : rows.newestOf(Table.HELD, author, vanish.upTo(), vanish.by());
    return held != null ? held : rows.newestOf(Table.ASIDE, author, vanish.upTo(), vanish.by());
  }

  @Override
  public boolean isVanishing(PublicKey author) {
    return deletions.isVanishing(author);
  }

  /** In the order of the port: known, deleted, vanished, superseded. */
  private @Nullable Appended refusal(Event event, long nowSeconds) {
    if (Kinds.lifeOf(event.kind()) == Kinds.Life.EPHEMERAL) {
      throw new IllegalArgumentException("ephemeral events are not stored: " + event);
    }
    IdEntry known = here(event.id());
    if (known != null) {
      return new Appended.Duplicate(!known.life().isServed());
    }
    Gone gone = deletions.gone(event.id());
    if (gone != null) {
      return goneAs(gone);
    }
    Appended removed = removedByAuthor(event, nowSeconds);
    return removed != null ? removed : newerVersion(event);
  }

  private static Appended goneAs(Gone gone) {
    if (gone.by().isEmpty()) {
      return new Appended.Barred(gone.why());
    }
    return gone.why() == Removal.DELETED
        ? new Appended.Deleted(gone.by().get())
        : new Appended.Vanished(gone.by().get());
  }

  /**
   * Applies a deletion or a request to vanish by the author; from now on the id is recorded as
   * gone.
   */
  private @Nullable Appended removedByAuthor(Event event, long nowSeconds) {
    EventId deletion = deletions.deletionOf(event);
    if (deletion != null) {
      deletions.putGone(event.id(), new Gone(Removal.DELETED, Optional.of(deletion)));
      unwanted.put(UnwantedEvent.removed(event, Removal.DELETED, nowSeconds));
      activate(deletion, nowSeconds);
      return new Appended.Deleted(deletion);
    }
    EventId vanish = deletions.vanishOf(event);
    if (vanish != null) {
      deletions.putGone(event.id(), new Gone(Removal.VANISHED, Optional.of(vanish)));
      unwanted.put(UnwantedEvent.removed(event, Removal.VANISHED, nowSeconds));
      return new Appended.Vanished(vanish);
    }
    return null;
  }

  /** A deletion that hides something is served; one whose author vanished is left to the sweep. */
  private void activate(EventId deletion, long nowSeconds) {
    IdEntry entry = here(deletion);
    if (entry == null || entry.life().isServed()) {
      return;
    }
    Event event = rows.event(entry.seq());
    if (deletions.vanishOf(event) == null) {
      dormant.remove(event);
      rows.drop(entry.seq(), event);
      serve(event, Life.RELEASED, nowSeconds);
    }
  }

  private @Nullable Appended newerVersion(Event event) {
    Row served = event.address().map(rows::servedVersion).orElse(null);
    if (served == null) {
      return null;
    }
    Row own = new Row(event.createdAt(), event.id(), 0, EventRecord.NEVER);
    return served.compareTo(own) < 0 ? new Appended.Superseded(served.id()) : null;
  }

  private long serve(Event event, Life life, long nowSeconds) {
    Row older = event.address().map(rows::servedVersion).orElse(null);
    if (older != null) {
      remove(older.seq(), rows.event(older.seq()), Removal.REPLACED, nowSeconds);
    }
    return add(event, life, EventRecord.NEVER);
  }

  private long add(Event event, Life life, long dormantUntil) {
    unwanted.forget(event.id());
    ended.takeBack(event);
    return rows.add(event, life, dormantUntil);
  }

  private void remove(long seq, Event event, Removal why, long nowSeconds) {
    Life life = rows.present(seq).life();
    if (life.isHere()) {
      rows.remove(seq, event, why);
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

  @Override
  public void putUnwanted(UnwantedEvent refused) {
    if (!refused.why().isRefusal()) {
      throw new IllegalArgumentException("not a refusal: " + refused);
    }
    if (known(refused.id()) == Known.UNKNOWN) {
      unwanted.put(refused);
    }
  }

  @Override
  public boolean forgetUnwanted(EventId id) {
    return unwanted.forget(id);
  }
}
