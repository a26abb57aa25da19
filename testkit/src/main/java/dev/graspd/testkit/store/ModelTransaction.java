package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.role.RoleTransaction;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Gone;
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
import dev.graspd.testkit.store.ModelState.Entry;
import dev.graspd.testkit.store.ModelState.Life;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The rules of the store about events, one full scan after the other. */
final class ModelTransaction implements StoreTransaction {
  private static final Comparator<Entry> SERVED_THEN_NEWEST =
      Comparator.comparing((Entry entry) -> !entry.isServed())
          .thenComparing(entry -> !entry.isHere())
          .thenComparing(Entry::event, Event.NEWEST_FIRST);

  private final ModelState state;
  private final ModelLog log;
  private final ModelRepositoryTransaction repositories;
  private final ModelEndedTransaction ended;
  private final ModelDeletions byAuthors;
  private final ModelUnwanted unwanted;
  private final ModelBanTransaction bans;

  ModelTransaction(ModelState state, int removalsKept, int unwantedKept) {
    this.state = state;
    this.log = new ModelLog(state, removalsKept);
    this.repositories = new ModelRepositoryTransaction(state, log);
    this.ended = new ModelEndedTransaction(state, log);
    this.byAuthors = new ModelDeletions(state);
    this.unwanted = new ModelUnwanted(state, unwantedKept);
    this.bans =
        new ModelBanTransaction(
            state, log, (entry, nowSeconds) -> remove(entry, Removal.EXCLUDED, nowSeconds));
  }

  /** Gives every family that was changed its next version. */
  void end() {
    List.copyOf(state.touched).forEach(state::raise);
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
    return new ModelRoleTransaction(state);
  }

  @Override
  public BanTransaction bans() {
    return bans;
  }

  @Override
  public HookTransaction hooks() {
    return new ModelHookTransaction(state);
  }

  @Override
  public long lastSeq() {
    return state.lastSeq;
  }

  @Override
  public Known known(EventId id) {
    return state.known(id);
  }

  @Override
  public Optional<Event> event(EventId id) {
    return state.entry(id).map(Entry::event);
  }

  @Override
  public Appended append(Event event, long nowSeconds) {
    return refusal(event, nowSeconds)
        .orElseGet(() -> new Appended.Stored(serve(event, Life.STORED, nowSeconds)));
  }

  @Override
  public Appended appendStranger(Event list, StrangerRoom room, long nowSeconds) {
    if (list.kind() != Kinds.GRASP_LIST) {
      throw new IllegalArgumentException("not a list of servers: " + list);
    }
    Appended answer = append(list, nowSeconds);
    if (answer instanceof Appended.Stored(var seq)) {
      makeRoom(StrangerRoom.bytesOf(list), room, nowSeconds);
      state.strangers.add(seq);
    }
    return answer;
  }

  private void makeRoom(long bytes, StrangerRoom room, long nowSeconds) {
    List<Entry> lists = strangers();
    for (int i = 0; i < StrangerRoom.LOOKS_MAX && !lists.isEmpty(); i++) {
      long taken = lists.stream().mapToLong(one -> StrangerRoom.bytesOf(one.event())).sum();
      if (taken + bytes <= room.bytesMax()) {
        return;
      }
      Entry oldest = lists.getFirst();
      if (room.takesPart().test(oldest.event().author())) {
        state.strangers.remove(oldest.seq());
      } else {
        remove(oldest, Removal.EVICTED, nowSeconds);
      }
      lists = strangers();
    }
  }

  private List<Entry> strangers() {
    return state.entries.stream()
        .filter(entry -> entry.isServed() && state.strangers.contains(entry.seq()))
        .sorted(Comparator.comparingLong(Entry::seq))
        .toList();
  }

  @Override
  public Appended hold(Event event, long nowSeconds) {
    return refusal(event, nowSeconds).orElseGet(() -> held(event, OptionalLong.empty()));
  }

  @Override
  public Optional<Appended> release(EventId id, long nowSeconds) {
    Optional<Entry> held = state.entry(id).filter(entry -> !entry.isServed());
    return held.map(entry -> release(entry, nowSeconds));
  }

  private Appended release(Entry entry, long nowSeconds) {
    Event event = entry.event();
    Optional<Ban> ban = bans.against(event);
    if (ban.isPresent()) {
      bans.setAside(ban.get(), event.id(), nowSeconds);
      return new Appended.Barred(Removal.BANNED);
    }
    Optional<Appended> refused = removedByAuthor(event, nowSeconds).or(() -> newerVersion(event));
    if (refused.isPresent()) {
      removeRefused(entry, refused.get(), nowSeconds);
      return refused.get();
    }
    state.entries.remove(entry);
    state.touch(event);
    state.endWait(event.id());
    return new Appended.Stored(serve(event, Life.RELEASED, nowSeconds));
  }

  private void removeRefused(Entry entry, Appended refused, long nowSeconds) {
    Removal why =
        switch (refused) {
          case Appended.Deleted _ -> Removal.DELETED;
          case Appended.Vanished _ -> Removal.VANISHED;
          case Appended.Superseded _ -> Removal.REPLACED;
          default -> throw new AssertionError("a held event is not refused as " + refused);
        };
    remove(entry, why, nowSeconds);
  }

  @Override
  public Appended delete(Event deletion, DormantRoom room, long nowSeconds) {
    if (deletion.kind() != Kinds.DELETION) {
      throw new IllegalArgumentException("not a deletion: " + deletion);
    }
    Optional<Appended> refused = refusal(deletion, nowSeconds);
    if (refused.isPresent()) {
      return refused.get();
    }
    int hidden = hide(deletion, nowSeconds);
    if (hidden == 0 && !hasRoom(deletion, room, nowSeconds / DormantRoom.DAY)) {
      return new Appended.NoRoom();
    }
    state.deletions.add(deletion);
    return hidden > 0
        ? new Appended.Stored(serve(deletion, Life.STORED, nowSeconds))
        : held(deletion, OptionalLong.of(nowSeconds + DORMANT_DELETION_SECONDS));
  }

  private boolean hasRoom(Event deletion, DormantRoom room, long day) {
    long bytes = DormantRoom.bytesOf(deletion);
    state.dormantOfDay.headMap(day).clear();
    SortedMap<Long, Long> today = state.dormantOfDay.computeIfAbsent(day, _ -> new TreeMap<>());
    boolean fits =
        room.fits(
            bytes,
            dormantBytes(entry -> entry.event().author().equals(deletion.author())),
            today.getOrDefault(room.payer(), 0L),
            dormantBytes(_ -> true));
    if (fits) {
      today.merge(room.payer(), bytes, Long::sum);
    }
    return fits;
  }

  private long dormantBytes(Predicate<Entry> which) {
    return state.entries.stream()
        .filter(entry -> entry.dormantUntil().isPresent() && which.test(entry))
        .mapToLong(entry -> DormantRoom.bytesOf(entry.event()))
        .sum();
  }

  private int hide(Event deletion, long nowSeconds) {
    DeletionRequest request = DeletionRequest.of(deletion);
    int hidden = 0;
    for (EventId id : request.ids()) {
      hidden += hide(deletion, nowSeconds, entry -> entry.event().id().equals(id));
    }
    for (Address address : request.addresses()) {
      hidden +=
          hide(
              deletion,
              nowSeconds,
              entry ->
                  entry.event().address().equals(Optional.of(address))
                      && entry.event().createdAt() <= deletion.createdAt());
    }
    return hidden;
  }

  private int hide(Event deletion, long nowSeconds, Predicate<Entry> named) {
    List<Entry> targets =
        state.entries.stream()
            .filter(named)
            .filter(entry -> entry.event().author().equals(deletion.author()))
            .filter(entry -> DeletionRequest.canHide(entry.event().kind()))
            .sorted(SERVED_THEN_NEWEST)
            .toList();
    for (Entry target : targets) {
      remove(target, Removal.DELETED, nowSeconds);
      state.gone.put(target.event().id(), new Gone(Removal.DELETED, Optional.of(deletion.id())));
    }
    return targets.size();
  }

  @Override
  public Appended vanish(Event vanish, long nowSeconds) {
    if (vanish.kind() != Kinds.VANISH) {
      throw new IllegalArgumentException("not a request to vanish: " + vanish);
    }
    Optional<Appended> refused = refusal(vanish, nowSeconds);
    if (refused.isPresent()) {
      return refused.get();
    }
    state.vanished.put(vanish.author(), vanish);
    state.vanishing.add(vanish.author());
    return new Appended.Stored(serve(vanish, Life.STORED, nowSeconds));
  }

  @Override
  public boolean remove(EventId id, Removal why, long nowSeconds) {
    Optional<Entry> entry = state.entry(id);
    if (entry.isEmpty()) {
      return false;
    }
    remove(entry.get(), why, nowSeconds);
    if (why == Removal.DELETED || why == Removal.BANNED) {
      state.gone.put(id, new Gone(why, Optional.empty()));
    }
    return true;
  }

  @Override
  public int sweep(long nowSeconds, int max) {
    int done = 0;
    while (done < max) {
      Optional<Entry> due = nextDue(nowSeconds);
      if (due.isEmpty()) {
        return done + sweepVanished(max - done, nowSeconds);
      }
      boolean expired = due.get().event().isExpiredAt(nowSeconds);
      remove(due.get(), expired ? Removal.EXPIRED : Removal.LAPSED, nowSeconds);
      done++;
    }
    return done;
  }

  private Optional<Entry> nextDue(long nowSeconds) {
    return state.entries.stream()
        .filter(entry -> entry.due().isPresent() && entry.due().getAsLong() <= nowSeconds)
        .min(
            Comparator.comparingLong((Entry entry) -> entry.due().getAsLong())
                .thenComparingLong(Entry::seq));
  }

  private int sweepVanished(int max, long nowSeconds) {
    int done = 0;
    while (done < max && !state.vanishing.isEmpty()) {
      PublicKey author = state.vanishing.first();
      Optional<Entry> left =
          state.entries.stream()
              .filter(entry -> entry.event().author().equals(author))
              .filter(entry -> byAuthors.vanishing(entry.event()).isPresent())
              .min(SERVED_THEN_NEWEST);
      if (left.isEmpty()) {
        state.vanishing.remove(author);
      } else {
        removeVanished(left.get(), nowSeconds);
        done++;
      }
    }
    return done;
  }

  private void removeVanished(Entry entry, long nowSeconds) {
    Event event = entry.event();
    remove(entry, Removal.VANISHED, nowSeconds);
    state.gone.put(event.id(), new Gone(Removal.VANISHED, byAuthors.vanishing(event)));
  }

  @Override
  public boolean isVanishing(PublicKey author) {
    return state.vanishing.contains(author);
  }

  /** In the order of the port: known, banned, deleted, vanished, superseded. */
  private Optional<Appended> refusal(Event event, long nowSeconds) {
    if (Kinds.lifeOf(event.kind()) == Kinds.Life.EPHEMERAL) {
      throw new IllegalArgumentException("ephemeral: " + event);
    }
    return state
        .entry(event.id())
        .<Appended>map(entry -> new Appended.Duplicate(!entry.isServed()))
        .or(() -> bans.against(event).map(_ -> new Appended.Barred(Removal.BANNED)))
        .or(() -> Optional.ofNullable(state.gone.get(event.id())).map(ModelTransaction::goneAs))
        .or(() -> removedByAuthor(event, nowSeconds))
        .or(() -> newerVersion(event));
  }

  private static Appended goneAs(Gone gone) {
    if (gone.by().isEmpty()) {
      return new Appended.Barred(gone.why());
    }
    return gone.why() == Removal.DELETED
        ? new Appended.Deleted(gone.by().get())
        : new Appended.Vanished(gone.by().get());
  }

  /** Returns the deletion or vanishing that hides this event, and writes down that it is gone. */
  private Optional<Appended> removedByAuthor(Event event, long nowSeconds) {
    Optional<Event> deletion = byAuthors.deletionOf(event);
    if (deletion.isPresent()) {
      EventId by = deletion.get().id();
      state.gone.put(event.id(), new Gone(Removal.DELETED, Optional.of(by)));
      unwanted.remember(UnwantedEvent.removed(event, Removal.DELETED, nowSeconds));
      activate(deletion.get(), nowSeconds);
      return Optional.of(new Appended.Deleted(by));
    }
    Optional<EventId> vanish = byAuthors.vanishing(event);
    vanish.ifPresent(by -> {
      state.gone.put(event.id(), new Gone(Removal.VANISHED, Optional.of(by)));
      unwanted.remember(UnwantedEvent.removed(event, Removal.VANISHED, nowSeconds));
    });
    return vanish.map(Appended.Vanished::new);
  }

  private void activate(Event deletion, long nowSeconds) {
    Optional<Entry> dormant = state.entry(deletion.id()).filter(entry -> !entry.isServed());
    if (dormant.isPresent() && byAuthors.vanishing(deletion).isEmpty()) {
      state.entries.remove(dormant.get());
      serve(deletion, Life.RELEASED, nowSeconds);
    }
  }

  private Optional<Appended> newerVersion(Event event) {
    return servedVersion(event)
        .map(Entry::event)
        .filter(served -> Event.NEWEST_FIRST.compare(served, event) < 0)
        .map(served -> new Appended.Superseded(served.id()));
  }

  private Optional<Entry> servedVersion(Event event) {
    return event
        .address()
        .flatMap(address ->
            state.entries.stream()
                .filter(Entry::isServed)
                .filter(entry -> entry.event().address().equals(Optional.of(address)))
                .findFirst());
  }

  private long serve(Event event, Life life, long nowSeconds) {
    servedVersion(event).ifPresent(old -> remove(old, Removal.REPLACED, nowSeconds));
    long seq = add(event, life, OptionalLong.empty());
    state.noteMinute(seq, nowSeconds);
    return seq;
  }

  private Appended held(Event event, OptionalLong dormantUntil) {
    return new Appended.Held(add(event, Life.HELD, dormantUntil));
  }

  private long add(Event event, Life life, OptionalLong dormantUntil) {
    state.unwanted.remove(event.id());
    ended.takeBack(event.id());
    state.lastSeq++;
    state.entries.add(new Entry(state.lastSeq, event, life, dormantUntil));
    state.touch(event);
    return state.lastSeq;
  }

  private void remove(Entry entry, Removal why, long nowSeconds) {
    state.entries.remove(entry);
    state.aside.remove(entry.event().id());
    if (entry.dormantUntil().isPresent()) {
      state.deletions.remove(entry.event());
    } else if (why != Removal.WITHDRAWN && (why != Removal.LAPSED || !entry.isServed())) {
      unwanted.remember(UnwantedEvent.removed(entry.event(), why, nowSeconds));
    }
    if (entry.isHere()) {
      log.removed(entry.event(), why);
    }
  }

  @Override
  public void putUnwanted(UnwantedEvent refused) {
    if (!refused.why().isRefusal()) {
      throw new IllegalArgumentException("not a refusal: " + refused);
    }
    if (known(refused.id()) == Known.UNKNOWN) {
      unwanted.remember(refused);
    }
  }

  @Override
  public boolean forgetUnwanted(EventId id) {
    return state.unwanted.remove(id) != null;
  }
}
