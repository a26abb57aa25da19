package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.NamedHosts;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.NamedHost;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.BanStore;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedStore;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.core.store.hook.HookStore;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.core.store.query.CountRun;
import dev.graspd.core.store.query.ItemRun;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.testkit.store.ModelState.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The store as a list that is scanned for everything: slow and obviously right. What the real store
 * is compared with, and a stand-in for it in tests of what sits above. Writes run on the caller's
 * thread.
 */
public final class ModelEventStore
    implements EventStore, RepositoryStore, EndedStore, UnwantedStore {
  private final Engine engine;
  private final List<Runnable> wakes = new ArrayList<>();
  private ModelState state = new ModelState();
  private boolean closed;

  public ModelEventStore() {
    this(REMOVALS_KEPT, UNWANTED_KEPT);
  }

  /** Smaller bounds on what is remembered make them testable. */
  public ModelEventStore(int removalsKept, int unwantedKept) {
    this(new ModelEngine(removalsKept, unwantedKept));
  }

  /** The same reads over what another engine writes. */
  ModelEventStore(Engine engine) {
    this.engine = engine;
  }

  /** Carries out work. */
  interface Engine {
    /** Returns the state after this work; the one before stays as it is. */
    <R> Done<R> run(ModelState before, Function<StoreTransaction, R> work);
  }

  /** What came of work. */
  record Done<R>(R result, ModelState after) {}

  /** The model's own rules. */
  private record ModelEngine(int removalsKept, int unwantedKept) implements Engine {
    @Override
    public <R> Done<R> run(ModelState before, Function<StoreTransaction, R> work) {
      ModelState changed = before.copy();
      ModelTransaction transaction = new ModelTransaction(changed, removalsKept, unwantedKept);
      R result = work.apply(transaction);
      transaction.end();
      return new Done<>(result, changed);
    }
  }

  @Override
  public <R> CompletionStage<R> write(Function<StoreTransaction, R> work) {
    R result;
    List<Runnable> toWake;
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedStage(
            new StorageException(StorageException.Fault.CLOSED, "the store is closed"));
      }
      try {
        Done<R> done = engine.run(state, work);
        state = done.after();
        result = done.result();
      } catch (RuntimeException e) {
        return CompletableFuture.failedStage(e);
      }
      toWake = List.copyOf(wakes);
    }
    toWake.forEach(Runnable::run);
    return CompletableFuture.completedStage(result);
  }

  @Override
  public EndedStore ended() {
    return this;
  }

  @Override
  public BanStore bans() {
    return new Bans();
  }

  @Override
  public HookStore hooks() {
    return state().hooks;
  }

  private final class Bans implements BanStore {
    @Override
    public List<Ban> all() {
      return state().bans.values().stream().sorted(Comparator.comparingLong(Ban::number)).toList();
    }

    @Override
    public Optional<Ban> against(Event event) {
      return ModelBanTransaction.against(state(), event);
    }

    @Override
    public List<Event> aside(Ban ban, int max) {
      return ModelBanTransaction.aside(state(), ban, max);
    }

    @Override
    public long countAside(Ban ban) {
      return aside(ban, Integer.MAX_VALUE).size();
    }

    @Override
    public List<AuditEntry> audit(long sinceSeconds, int max) {
      return state().audit.descendingMap().values().stream()
          .filter(entry -> entry.order().atSeconds() >= sinceSeconds)
          .limit(max)
          .toList();
    }
  }

  private synchronized ModelState state() {
    return state;
  }

  @Override
  public synchronized Known known(EventId id) {
    return state.known(id);
  }

  @Override
  public synchronized Optional<Gone> gone(EventId id) {
    return Optional.ofNullable(state.gone.get(id));
  }

  @Override
  public synchronized Optional<Event> served(EventId id) {
    return state.entry(id).filter(Entry::isServed).map(Entry::event);
  }

  @Override
  public synchronized Optional<Arrival> arrival(EventId id) {
    return state.entry(id).filter(Entry::isServed).flatMap(state::arrival);
  }

  @Override
  public synchronized QueryRun query(List<Filter> filters, long nowSeconds) {
    SortedSet<Event> answer = new TreeSet<>(Event.NEWEST_FIRST);
    boolean limited = false;
    for (Filter filter : filters) {
      List<Event> matches = matches(filter, nowSeconds);
      int limit = filter.limit().orElse(Integer.MAX_VALUE);
      limited |= limit < matches.size() || (limit == 0 && !filter.matchesNothing());
      answer.addAll(matches.subList(0, Math.min(limit, matches.size())));
    }
    QueryRun.End end = limited ? QueryRun.End.LIMITED : QueryRun.End.COMPLETE;
    return new ModelQueryRun(this, List.copyOf(answer), end, state.lastSeq);
  }

  @Override
  public synchronized CountRun count(List<Filter> filters, long nowSeconds) {
    SortedSet<Event> matching = new TreeSet<>(Event.NEWEST_FIRST);
    filters.forEach(filter -> matching.addAll(matches(filter, nowSeconds)));
    long counted = matching.size();
    return new CountRun() {
      @Override
      public boolean next(int maxWork) {
        return true;
      }

      @Override
      public long counted() {
        return counted;
      }

      @Override
      public long workDone() {
        return counted;
      }
    };
  }

  @Override
  public synchronized ItemRun items(Filter filter, long nowSeconds) {
    List<Event> matching = matches(filter, nowSeconds);
    long snapshotSeq = state.lastSeq;
    return new ItemRun() {
      @Override
      public long snapshotSeq() {
        return snapshotSeq;
      }

      @Override
      public boolean next(int maxWork, Sink sink) {
        matching.forEach(event -> sink.item(event.createdAt(), event.id()));
        return true;
      }
    };
  }

  private List<Event> matches(Filter filter, long nowSeconds) {
    return state.entries.stream()
        .filter(Entry::isServed)
        .map(Entry::event)
        .filter(event -> !event.isExpiredAt(nowSeconds) && filter.matches(event))
        .sorted(Event.NEWEST_FIRST)
        .toList();
  }

  @Override
  public synchronized List<LogRecord> tail(long afterSeq, int max) {
    List<LogRecord> records = new ArrayList<>(state.others);
    state.entries.stream().filter(Entry::isHere).forEach(entry -> records.add(entry.record()));
    state.versions.forEach((family, seq) -> records.add(new LogRecord.FamilyChanged(seq, family)));
    records.removeIf(record -> record.seq() <= afterSeq);
    records.sort(Comparator.comparingLong(LogRecord::seq));
    return List.copyOf(records.subList(0, Math.min(max, records.size())));
  }

  @Override
  public synchronized long lastSeq() {
    return state.lastSeq;
  }

  @Override
  public synchronized OptionalLong nextSweepSeconds() {
    if (!state.vanishing.isEmpty()) {
      return OptionalLong.of(0);
    }
    return state.entries.stream().flatMapToLong(entry -> entry.due().stream()).min();
  }

  @Override
  public synchronized long version(Identifier family) {
    return state.versions.getOrDefault(family, 0L);
  }

  @Override
  public synchronized SortedMap<PublicKey, Refs> refs(Identifier family) {
    SortedMap<PublicKey, Refs> found = new TreeMap<>();
    state.refs.forEach((repository, refs) -> {
      if (repository.identifier().equals(family)) {
        found.put(repository.owner(), refs);
      }
    });
    return found;
  }

  @Override
  public synchronized long countRefs() {
    return state.refs.size();
  }

  @Override
  public synchronized Optional<Event> held(EventId id) {
    return state.entry(id).filter(entry -> !entry.isServed()).map(Entry::event);
  }

  @Override
  public synchronized List<Waiting> waiting() {
    return List.copyOf(state.waits.values());
  }

  @Override
  public synchronized List<Waiting> waiting(Optional<EventId> after, int max) {
    return state.waits.values().stream()
        .filter(row -> after.isEmpty() || row.id().compareTo(after.get()) > 0)
        .limit(max)
        .toList();
  }

  @Override
  public synchronized List<Waiting> waiting(Identifier family) {
    return state.waits.values().stream().filter(row -> row.until().home().equals(family)).toList();
  }

  @Override
  public synchronized List<Placeholder> placeholders(Identifier family) {
    return state.placeholders.stream()
        .filter(one -> one.space().identifier().equals(family))
        .toList();
  }

  @Override
  public synchronized List<Submission> submissions(Identifier family) {
    return state.submissions.values().stream().filter(one -> one.family().equals(family)).toList();
  }

  @Override
  public synchronized List<ArrivedTip> arrived(Identifier family) {
    return state.arrived.stream().filter(one -> one.family().equals(family)).toList();
  }

  @Override
  public synchronized long countSubmissions() {
    return state.submissions.size();
  }

  @Override
  public synchronized List<Placeholder> placeholders() {
    return List.copyOf(state.placeholders);
  }

  @Override
  public synchronized List<PackRecord> packs(Identifier family) {
    return state.packs.stream().filter(pack -> pack.family().equals(family)).toList();
  }

  @Override
  public synchronized long countPacks() {
    return state.packs.size();
  }

  @Override
  public synchronized Optional<LostGitData> lost(Identifier family) {
    return Optional.ofNullable(state.lost.get(family));
  }

  @Override
  public synchronized long countLost() {
    return state.lost.size();
  }

  @Override
  public synchronized PackBytes packBytes(RepoAddress repository) {
    return state.packBytes(repository);
  }

  @Override
  public synchronized List<Identifier> families(Rows rows, Optional<Identifier> after, int max) {
    Stream<Identifier> families =
        switch (rows) {
          case REFS -> state.refs.keySet().stream().map(RepoAddress::identifier);
          case SUBMISSIONS -> state.submissions.values().stream().map(Submission::family);
          case ARRIVED -> state.arrived.stream().map(ArrivedTip::family);
          case PACKS -> state.packs.stream().map(PackRecord::family);
          case LOST -> state.lost.keySet().stream();
        };
    return families
        .distinct()
        .sorted()
        .filter(family -> after.isEmpty() || family.compareTo(after.get()) > 0)
        .limit(max)
        .toList();
  }

  @Override
  public synchronized List<LogRecord.FamilyChanged> changedFamilies(long afterSeq, int max) {
    return state.versions.entrySet().stream()
        .map(entry -> new LogRecord.FamilyChanged(entry.getValue(), entry.getKey()))
        .filter(record -> record.seq() > afterSeq)
        .sorted(Comparator.comparingLong(LogRecord::seq))
        .limit(max)
        .toList();
  }

  @Override
  public synchronized boolean takesPart(PublicKey key) {
    return state.entries.stream()
        .filter(Entry::isHere)
        .flatMap(entry -> Announcement.of(entry.event()).stream())
        .anyMatch(announcement -> announcement.participants().contains(key));
  }

  @Override
  public synchronized SortedSet<Identifier> namedIn(PublicKey key, int max) {
    return state.entries.stream()
        .filter(Entry::isHere)
        .map(Entry::event)
        .sorted(Event.NEWEST_FIRST)
        .flatMap(event -> Announcement.of(event).stream())
        .filter(announcement -> announcement.participants().contains(key))
        .limit(max)
        .map(Announcement::identifier)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public synchronized List<NamedHost> namedHosts(Optional<NamedHost> after, int max) {
    return state.entries.stream()
        .filter(Entry::isHere)
        .map(Entry::event)
        .flatMap(event ->
            NamedHosts.of(event).stream()
                .map(host -> new NamedHost(host, event.createdAt(), event.id())))
        .sorted()
        .filter(row -> after.isEmpty() || row.compareTo(after.get()) > 0)
        .limit(max)
        .toList();
  }

  @Override
  public synchronized Optional<String> identity(Identity what) {
    return Optional.ofNullable(state.identity.get(what));
  }

  @Override
  public synchronized Optional<String> lists() {
    return state.lists;
  }

  @Override
  public synchronized Optional<Settled> settled() {
    return state.settled;
  }

  @Override
  public synchronized Optional<EndedRepository> find(RepoAddress repository) {
    return Optional.ofNullable(state.holdings.get(repository));
  }

  @Override
  public synchronized long count() {
    return state.holdings.size();
  }

  @Override
  public synchronized List<EndedRepository> page(Optional<RepoAddress> after, int max) {
    return state.holdings.values().stream()
        .filter(one -> after.isEmpty() || one.repository().compareTo(after.get()) > 0)
        .limit(max)
        .toList();
  }

  @Override
  public synchronized List<EndedRepository> all() {
    return List.copyOf(state.holdings.values());
  }

  @Override
  public synchronized List<EndedRepository> of(Identifier family) {
    return state.holdings.values().stream()
        .filter(holding -> holding.repository().identifier().equals(family))
        .toList();
  }

  @Override
  public synchronized List<SetAsideEvent> aside(
      RepoAddress repository, Optional<EventId> after, int max) {
    return state.aside(repository, after, max);
  }

  @Override
  public synchronized List<EndedRepository> keepersOf(EventId id) {
    return state.holdings.values().stream()
        .filter(holding ->
            state.aside(holding.repository(), Optional.empty(), Integer.MAX_VALUE).stream()
                .anyMatch(one -> one.event().id().equals(id)))
        .toList();
  }

  @Override
  public synchronized long countAside(RepoAddress repository) {
    return state.aside(repository, Optional.empty(), Integer.MAX_VALUE).size();
  }

  @Override
  public synchronized long uptimeNanos() {
    return state.uptimeNanos;
  }

  @Override
  public synchronized Optional<UnwantedEvent> unwanted(EventId id, long nowSeconds) {
    return Optional.ofNullable(state.unwanted.get(id)).filter(row -> !row.isOverAt(nowSeconds));
  }

  @Override
  public synchronized Run unwanted(long nowSeconds) {
    List<UnwantedEvent> rows =
        state.unwanted.values().stream().filter(row -> !row.isOverAt(nowSeconds)).toList();
    return (_, sink) -> {
      rows.forEach(sink);
      return true;
    };
  }

  @Override
  public synchronized void onCommit(Runnable wake) {
    wakes.add(wake);
  }

  @Override
  public synchronized EventStore.Stats stats() {
    long served = state.entries.stream().filter(Entry::isServed).count();
    long held = state.entries.stream().filter(Entry::isHere).count() - served;
    return new EventStore.Stats(served, held, state.lastSeq, 0);
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
