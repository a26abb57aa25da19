package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.role.RoleTransaction;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.RepositoryTransaction;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.BanTransaction;
import dev.graspd.core.store.ended.EndedTransaction;
import dev.graspd.core.store.hook.HookTransaction;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.core.store.room.StrangerRoom;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.IndexedEvent;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.Request;
import dev.graspd.core.store.row.Rows;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The rules of the store, over the rows of one write transaction. */
public final class StoreRules implements StoreTransaction {
  private final Rows rows;
  private final FamilyVersions families;
  private final StrangerRules strangers;
  private final EventRules events;
  private final RepositoryRules repositories;
  private final EndedRules ended;
  private final DeletionRules deletions;
  private final DormantRules dormant;
  private final UnwantedRules unwanted;
  private final Removals removals;
  private final BanRules bans;
  private final HookRules hooks;
  private final ArrivalRules arrivals;

  public StoreRules(Rows rows, Bounds bounds) {
    this.rows = rows;
    this.families = new FamilyVersions(rows.families(), rows.log());
    this.strangers = new StrangerRules(rows.strangers(), rows.sums());
    this.events = new EventRules(rows, strangers, families, bounds.removalsKept());
    this.hooks = new HookRules(rows.hooks(), rows.log());
    this.repositories =
        new RepositoryRules(
            rows.repositories(), events, families, new PackSums(rows.sums()), hooks);
    this.ended = new EndedRules(rows.ended(), events, families);
    this.deletions = new DeletionRules(rows.deletions(), rows.vanished());
    this.dormant = new DormantRules(rows.sums());
    this.unwanted = new UnwantedRules(rows.unwanted(), bounds.unwantedKept());
    this.removals =
        new Removals(rows.events(), rows.vanished(), events, ended, deletions, dormant, unwanted);
    this.bans = new BanRules(rows.bans(), events, removals);
    this.arrivals = new ArrivalRules(rows.arrivals(), bounds.minutesKept());
  }

  /** Ends one work, so that the next one sees the versions that it has made. */
  public void endWork() {
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
  public RoleTransaction roles() {
    return new RoleRules(rows.roles());
  }

  @Override
  public BanTransaction bans() {
    return bans;
  }

  @Override
  public HookTransaction hooks() {
    return hooks;
  }

  @Override
  public long lastSeq() {
    return rows.log().lastSeq();
  }

  @Override
  public Known known(EventId id) {
    LogEntry entry = events.here(id);
    if (entry != null) {
      return entry.life().isServed() ? Known.SERVED : Known.HELD;
    }
    return deletions.isGone(id) ? Known.GONE : Known.UNKNOWN;
  }

  @Override
  public Optional<Event> event(EventId id) {
    LogEntry entry = events.here(id);
    return entry == null ? Optional.empty() : Optional.of(events.event(entry.seq()));
  }

  @Override
  public Appended append(Event event, long nowSeconds) {
    Appended refused = unwelcome(event, nowSeconds);
    return refused != null ? refused : serve(event, Life.STORED, nowSeconds);
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
      KeptEvent list = events.read(oldest.getAsLong());
      if (room.takesPart().test(list.event().author())) {
        strangers.forget(oldest.getAsLong());
      } else {
        removals.remove(list, Removal.EVICTED, nowSeconds);
      }
    }
  }

  @Override
  public Appended hold(Event event, long nowSeconds) {
    Appended refused = refusal(event, nowSeconds);
    return refused != null
        ? refused
        : new Appended.Held(add(event, Life.HELD, EventRows.NEVER, nowSeconds));
  }

  @Override
  public Optional<Appended> release(EventId id, long nowSeconds) {
    LogEntry entry = events.here(id);
    return entry == null || entry.life().isServed()
        ? Optional.empty()
        : Optional.of(release(events.read(entry.seq()), nowSeconds));
  }

  private Appended release(KeptEvent held, long nowSeconds) {
    Event event = held.event();
    Optional<Ban> ban = bans.against(event);
    if (ban.isPresent()) {
      boolean _ = bans.setAside(ban.get(), event.id(), nowSeconds);
      return new Appended.Barred(Removal.BANNED);
    }
    Appended refused = removedByAuthor(event, nowSeconds);
    refused = refused != null ? refused : superseded(event, servedVersion(event));
    if (refused != null) {
      removals.remove(held, removalFor(refused), nowSeconds);
      return refused;
    }
    if (held.entry().life() == Life.DORMANT) {
      dormant.remove(event);
    }
    events.drop(held);
    return serve(event, Life.RELEASED, nowSeconds);
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
    int hidden = removals.hide(deletion, nowSeconds);
    if (hidden == 0 && !dormant.add(deletion, room, nowSeconds)) {
      return new Appended.NoRoom();
    }
    deletions.remember(deletion);
    if (hidden > 0) {
      return serve(deletion, Life.STORED, nowSeconds);
    }
    long until = nowSeconds + DORMANT_DELETION_SECONDS;
    return new Appended.Held(add(deletion, Life.DORMANT, until, nowSeconds));
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
    rows.vanished().put(vanish.author(), new Request(vanish.createdAt(), vanish.id()));
    return serve(vanish, Life.STORED, nowSeconds);
  }

  @Override
  public boolean remove(EventId id, Removal why, long nowSeconds) {
    LogEntry entry = events.here(id);
    if (entry == null) {
      return false;
    }
    removals.remove(events.read(entry.seq()), why, nowSeconds);
    if (why == Removal.DELETED || why == Removal.BANNED) {
      deletions.bar(id, why);
    }
    return true;
  }

  @Override
  public int sweep(long nowSeconds, int max) {
    return removals.sweep(nowSeconds, max);
  }

  @Override
  public boolean isVanishing(PublicKey author) {
    return rows.vanished().isVanishing(author);
  }

  /** In the order of the port: known, banned, deleted, vanished, superseded. */
  private @Nullable Appended refusal(Event event, long nowSeconds) {
    Appended refused = unwelcome(event, nowSeconds);
    return refused != null ? refused : superseded(event, servedVersion(event));
  }

  /** The same without a look at other versions. */
  private @Nullable Appended unwelcome(Event event, long nowSeconds) {
    if (Kinds.lifeOf(event.kind()) == Kinds.Life.EPHEMERAL) {
      throw new IllegalArgumentException("ephemeral events are not stored: " + event);
    }
    LogEntry known = events.here(event.id());
    if (known != null) {
      return new Appended.Duplicate(!known.life().isServed());
    }
    if (bans.against(event).isPresent()) {
      return new Appended.Barred(Removal.BANNED);
    }
    Appended gone = deletions.refusal(event.id());
    return gone != null ? gone : removedByAuthor(event, nowSeconds);
  }

  /**
   * Applies a deletion or a request to vanish by the author; from now on the id is recorded as
   * gone.
   */
  private @Nullable Appended removedByAuthor(Event event, long nowSeconds) {
    EventId deletion = deletions.deletionOf(event);
    if (deletion != null) {
      deletions.putGone(event.id(), Removal.DELETED, deletion);
      unwanted.put(UnwantedEvent.removed(event, Removal.DELETED, nowSeconds));
      activate(deletion, nowSeconds);
      return new Appended.Deleted(deletion);
    }
    EventId vanish = deletions.vanishOf(event);
    if (vanish != null) {
      deletions.putGone(event.id(), Removal.VANISHED, vanish);
      unwanted.put(UnwantedEvent.removed(event, Removal.VANISHED, nowSeconds));
      return new Appended.Vanished(vanish);
    }
    return null;
  }

  /** A deletion that hides something is served; one whose author vanished is left to the sweep. */
  private void activate(EventId deletion, long nowSeconds) {
    LogEntry entry = events.here(deletion);
    if (entry == null || entry.life().isServed()) {
      return;
    }
    KeptEvent held = events.read(entry.seq());
    Event event = held.event();
    if (deletions.vanishOf(event) == null) {
      dormant.remove(event);
      events.drop(held);
      Appended _ = serve(event, Life.RELEASED, nowSeconds);
    }
  }

  private static @Nullable Appended superseded(Event event, @Nullable IndexedEvent served) {
    return served != null && served.isBefore(event.createdAt(), event.id())
        ? new Appended.Superseded(served.id())
        : null;
  }

  private @Nullable IndexedEvent servedVersion(Event event) {
    return event.address().map(rows.events()::servedVersion).orElse(null);
  }

  /** Serves an event in place of an older version, unless a newer one is served. */
  private Appended serve(Event event, Life life, long nowSeconds) {
    IndexedEvent other = servedVersion(event);
    Appended refused = superseded(event, other);
    if (refused != null) {
      return refused;
    }
    if (other != null) {
      removals.remove(events.read(other.seq()), Removal.REPLACED, nowSeconds);
    }
    return new Appended.Stored(add(event, life, EventRows.NEVER, nowSeconds));
  }

  private long add(Event event, Life life, long dormantUntil, long nowSeconds) {
    boolean _ = unwanted.forget(event.id());
    ended.takeBack(event);
    long seq = events.add(event, life, dormantUntil);
    if (life.isServed()) {
      arrivals.served(seq, nowSeconds);
    }
    return seq;
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
