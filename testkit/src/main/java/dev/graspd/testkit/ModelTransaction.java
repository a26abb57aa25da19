package dev.graspd.testkit;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.Wait;
import dev.graspd.testkit.ModelState.Entry;
import dev.graspd.testkit.ModelState.Kept;
import dev.graspd.testkit.ModelState.Life;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The rules of the store, one full scan after the other. */
final class ModelTransaction implements StoreTransaction {
  private static final Comparator<Entry> SERVED_THEN_NEWEST =
      Comparator.comparing((Entry entry) -> !entry.isServed())
          .thenComparing(entry -> !entry.isHere())
          .thenComparing(Entry::event, Event.NEWEST_FIRST);

  private final ModelState state;
  private final int removalsKept;
  private final int unwantedKept;

  ModelTransaction(ModelState state, int removalsKept, int unwantedKept) {
    this.state = state;
    this.removalsKept = removalsKept;
    this.unwantedKept = unwantedKept;
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
    Optional<Appended> refused = wish(event, nowSeconds).or(() -> newerVersion(event));
    if (refused.isPresent()) {
      removeRefused(entry, refused.get(), nowSeconds);
      return refused.get();
    }
    state.entries.remove(entry);
    state.waits.remove(event.id());
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
  public Appended delete(Event deletion, long nowSeconds) {
    if (deletion.kind() != Kinds.DELETION) {
      throw new IllegalArgumentException("not a deletion: " + deletion);
    }
    Optional<Appended> refused = refusal(deletion, nowSeconds);
    if (refused.isPresent()) {
      return refused.get();
    }
    int hidden = hide(deletion, nowSeconds);
    state.deletions.add(deletion);
    return hidden > 0
        ? new Appended.Stored(serve(deletion, Life.STORED, nowSeconds))
        : held(deletion, OptionalLong.of(nowSeconds + DORMANT_DELETION_SECONDS));
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
              .filter(entry -> vanishing(entry.event()).isPresent())
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
    state.gone.put(event.id(), new Gone(Removal.VANISHED, vanishing(event)));
  }

  @Override
  public boolean isVanishing(PublicKey author) {
    return state.vanishing.contains(author);
  }

  /** In the order of the port: known, deleted, vanished, superseded. */
  private Optional<Appended> refusal(Event event, long nowSeconds) {
    if (Kinds.lifeOf(event.kind()) == Kinds.Life.EPHEMERAL) {
      throw new IllegalArgumentException("ephemeral: " + event);
    }
    return state
        .entry(event.id())
        .<Appended>map(entry -> new Appended.Duplicate(!entry.isServed()))
        .or(() -> Optional.ofNullable(state.gone.get(event.id())).map(ModelTransaction::goneAs))
        .or(() -> wish(event, nowSeconds))
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

  /** What its author wished for this event; writes down that it is gone. */
  private Optional<Appended> wish(Event event, long nowSeconds) {
    Optional<Event> deletion = deletionOf(event);
    if (deletion.isPresent()) {
      EventId by = deletion.get().id();
      state.gone.put(event.id(), new Gone(Removal.DELETED, Optional.of(by)));
      remember(Unwanted.removed(event, Removal.DELETED, nowSeconds));
      activate(deletion.get(), nowSeconds);
      return Optional.of(new Appended.Deleted(by));
    }
    Optional<EventId> vanish = vanishing(event);
    vanish.ifPresent(by -> {
      state.gone.put(event.id(), new Gone(Removal.VANISHED, Optional.of(by)));
      remember(Unwanted.removed(event, Removal.VANISHED, nowSeconds));
    });
    return vanish.map(Appended.Vanished::new);
  }

  private Optional<Event> deletionOf(Event event) {
    if (!DeletionRequest.canHide(event.kind())) {
      return Optional.empty();
    }
    return ownDeletions(event, request -> request.ids().contains(event.id()))
        .min(Comparator.comparing(Event::id))
        .or(() ->
            ownDeletions(event, request -> names(request, event))
                .filter(deletion -> deletion.createdAt() >= event.createdAt())
                .min(Event.NEWEST_FIRST));
  }

  private static boolean names(DeletionRequest request, Event event) {
    return event.address().filter(request.addresses()::contains).isPresent();
  }

  private Stream<Event> ownDeletions(Event event, Predicate<DeletionRequest> naming) {
    return state.deletions.stream()
        .filter(deletion -> deletion.author().equals(event.author()))
        .filter(deletion -> naming.test(DeletionRequest.of(deletion)));
  }

  private void activate(Event deletion, long nowSeconds) {
    Optional<Entry> dormant = state.entry(deletion.id()).filter(entry -> !entry.isServed());
    if (dormant.isPresent() && vanishing(deletion).isEmpty()) {
      state.entries.remove(dormant.get());
      serve(deletion, Life.RELEASED, nowSeconds);
    }
  }

  /** The request to vanish that covers this event. */
  private Optional<EventId> vanishing(Event event) {
    return Optional.ofNullable(state.vanished.get(event.author()))
        .filter(vanish -> event.createdAt() <= vanish.createdAt())
        .map(Event::id)
        .filter(by -> !by.equals(event.id()));
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
    return add(event, life, OptionalLong.empty());
  }

  private Appended held(Event event, OptionalLong dormantUntil) {
    return new Appended.Held(add(event, Life.HELD, dormantUntil));
  }

  private long add(Event event, Life life, OptionalLong dormantUntil) {
    state.unwanted.remove(event.id());
    takeBack(event.id());
    state.lastSeq++;
    state.entries.add(new Entry(state.lastSeq, event, life, dormantUntil));
    return state.lastSeq;
  }

  private void remove(Entry entry, Removal why, long nowSeconds) {
    state.entries.remove(entry);
    state.aside.remove(entry.event().id());
    if (entry.dormantUntil().isPresent()) {
      state.deletions.remove(entry.event());
    } else if (why != Removal.WITHDRAWN && (why != Removal.LAPSED || !entry.isServed())) {
      remember(Unwanted.removed(entry.event(), why, nowSeconds));
    }
    if (entry.isHere()) {
      logRemoved(entry.event(), why);
    }
  }

  private void logRemoved(Event event, Removal why) {
    state.lastSeq++;
    state.waits.remove(event.id());
    log(
        new LogRecord.Removed(
            state.lastSeq, event.id(), event.createdAt(), event.kind(), event.author(), why));
  }

  private void remember(Unwanted row) {
    state.unwanted.put(row.id(), row);
    Optional<Unwanted> oldest = oldestLike(row);
    while (oldest.isPresent() && (isTooMany(row) || oldest.get().isOverAt(row.sinceSeconds()))) {
      state.unwanted.remove(oldest.get().id());
      oldest = oldestLike(row);
    }
  }

  private boolean isTooMany(Unwanted row) {
    return like(row).count() > unwantedKept;
  }

  private Optional<Unwanted> oldestLike(Unwanted row) {
    return like(row)
        .min(Comparator.comparingLong(Unwanted::sinceSeconds).thenComparing(Unwanted::id));
  }

  private Stream<Unwanted> like(Unwanted row) {
    return state.unwanted.values().stream()
        .filter(other -> other.why().isRefusal() == row.why().isRefusal());
  }

  @Override
  public void putUnwanted(Unwanted refused) {
    if (!refused.why().isRefusal()) {
      throw new IllegalArgumentException("not a refusal: " + refused);
    }
    if (known(refused.id()) == Known.UNKNOWN) {
      remember(refused);
    }
  }

  @Override
  public boolean forgetUnwanted(EventId id) {
    return state.unwanted.remove(id) != null;
  }

  @Override
  public Optional<Holding> holding(RepoAddress repository) {
    return Optional.ofNullable(state.holdings.get(repository));
  }

  @Override
  public void putHolding(Holding holding) {
    state.holdings.put(holding.repository(), holding);
  }

  @Override
  public boolean removeHolding(RepoAddress repository) {
    int _ = discardAside(repository, Integer.MAX_VALUE);
    return state.holdings.remove(repository) != null;
  }

  @Override
  public boolean setAside(EventId id, SortedSet<RepoAddress> repositories) {
    if (!state.holdings.keySet().containsAll(repositories)) {
      throw new IllegalArgumentException("nothing is kept of one of " + repositories);
    }
    Optional<Entry> entry = state.entry(id).filter(one -> one.dormantUntil().isEmpty());
    if (entry.isEmpty() || repositories.isEmpty()) {
      return false;
    }
    state.entries.remove(entry.get());
    state.lastSeq++;
    Event event = entry.get().event();
    state.entries.add(new Entry(state.lastSeq, event, Life.ASIDE, OptionalLong.empty()));
    state.aside.put(id, new Kept(new TreeSet<>(repositories), !entry.get().isServed()));
    logRemoved(event, Removal.WITHDRAWN);
    return true;
  }

  @Override
  public List<Aside> aside(RepoAddress repository, Optional<EventId> after, int max) {
    return state.aside(repository, after, max);
  }

  @Override
  public int discardAside(RepoAddress repository, int max) {
    List<Aside> members = aside(repository, Optional.empty(), max);
    for (Aside member : members) {
      EventId id = member.event().id();
      SortedSet<RepoAddress> others = new TreeSet<>(kept(id).repositories());
      others.remove(repository);
      if (others.isEmpty()) {
        takeBack(id);
      } else {
        state.aside.put(id, new Kept(others, member.waited()));
      }
    }
    return members.size();
  }

  private Kept kept(EventId id) {
    Kept kept = state.aside.get(id);
    if (kept == null) {
      throw new AssertionError("not set aside: " + id);
    }
    return kept;
  }

  private void takeBack(EventId id) {
    if (state.aside.remove(id) != null) {
      state.entries.removeIf(entry -> entry.event().id().equals(id));
    }
  }

  @Override
  public Refs refs(RepoAddress repository) {
    return state.refs.getOrDefault(repository, Refs.NONE);
  }

  @Override
  public void putRefs(RepoAddress repository, Refs refs) {
    if (refs.equals(Refs.NONE)) {
      state.refs.remove(repository);
    } else {
      state.refs.put(repository, refs);
    }
    state.lastSeq++;
    log(new LogRecord.RefsMoved(state.lastSeq, repository));
  }

  private void log(LogRecord record) {
    state.others.add(record);
    while (state.others.size() > removalsKept) {
      state.others.removeFirst();
    }
  }

  @Override
  public Optional<Wait> waitOf(EventId held) {
    return Optional.ofNullable(state.waits.get(held));
  }

  @Override
  public void putWait(EventId held, Wait wait) {
    if (state.entry(held).filter(entry -> !entry.isServed()).isEmpty()) {
      throw new IllegalArgumentException("not held: " + held);
    }
    state.waits.put(held, wait);
  }

  @Override
  public Optional<Placeholder> placeholder(EventId event, RefSpace space) {
    return state.placeholders.stream()
        .filter(one -> one.event().equals(event) && one.space().equals(space))
        .findFirst();
  }

  @Override
  public void putPlaceholder(Placeholder placeholder) {
    removePlaceholder(placeholder.event(), placeholder.space());
    state.placeholders.add(placeholder);
  }

  @Override
  public boolean removePlaceholder(EventId event, RefSpace space) {
    return state.placeholders.removeIf(
        one -> one.event().equals(event) && one.space().equals(space));
  }

  @Override
  public void putSubmission(Submission submission) {
    state.submissions.put(submission.event(), submission);
  }

  @Override
  public boolean removeSubmission(Submission submission) {
    return state.submissions.remove(submission.event()) != null;
  }

  @Override
  public void putPack(PackRecord pack) {
    boolean _ = removePack(pack.family(), pack.name());
    state.packs.add(pack);
  }

  @Override
  public boolean removePack(Identifier family, String name) {
    return state.packs.removeIf(one -> one.family().equals(family) && one.name().equals(name));
  }

  @Override
  public void putLists(String lists) {
    state.lists = Optional.of(lists);
  }

  @Override
  public void putUptime(long nanos) {
    state.uptimeNanos = nanos;
  }
}
