package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.CountRun;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.ItemRun;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.QueryRun;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.StoreStats;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Events and repositories in one LMDB environment. */
public final class LmdbEventStore implements EventStore, RepositoryStore, UnwantedStore {
  private final StoreSettings settings;
  private final Tables tables;
  private final ReadSessions sessions;
  private final RecentLog recent;
  private final Writer writer;
  private final RepositoryReader repositories;
  private final HoldingReader holdings;
  private final UnwantedReader unwanted;

  /**
   * Opens the store of a directory, and makes it if there is none.
   *
   * @param usableBytes how much of the disk is free
   * @param onBroken told once, on the writer's thread, when a write to disk has failed; must lead
   *     to the end of the process
   * @throws StoreOpenException if the directory holds something else
   */
  public LmdbEventStore(
      Path directory,
      StoreSettings settings,
      LongSupplier usableBytes,
      Consumer<StorageException> onBroken) {
    this(directory, settings, usableBytes, onBroken, Committer.LMDB);
  }

  /** The same, for an operator who wants to know how long each commit takes. */
  public static LmdbEventStore measured(
      Path directory,
      StoreSettings settings,
      LongSupplier usableBytes,
      Consumer<StorageException> onBroken,
      Consumer<Duration> onCommitted) {
    return new LmdbEventStore(
        directory, settings, usableBytes, onBroken, Committer.LMDB.measuredBy(onCommitted));
  }

  /** Opens a copy that nobody ever writes to, to read it; writing to it fails. */
  public static LmdbEventStore snapshot(Path directory) {
    StoreSettings settings = StoreSettings.withReserve(0);
    return new LmdbEventStore(
        Tables.openSnapshot(directory, settings),
        settings,
        () -> Long.MAX_VALUE,
        broken -> {
          throw broken;
        },
        Committer.LMDB);
  }

  LmdbEventStore(
      Path directory,
      StoreSettings settings,
      LongSupplier usableBytes,
      Consumer<StorageException> onBroken,
      Committer committer) {
    this(Tables.open(directory, settings), settings, usableBytes, onBroken, committer);
  }

  private LmdbEventStore(
      Tables tables,
      StoreSettings settings,
      LongSupplier usableBytes,
      Consumer<StorageException> onBroken,
      Committer committer) {
    this.settings = settings;
    this.tables = tables;
    this.sessions = new ReadSessions(tables, settings.readersMax());
    this.repositories = new RepositoryReader(sessions);
    this.holdings = new HoldingReader(sessions);
    this.unwanted = new UnwantedReader(sessions);
    long lastSeq;
    try (ReadSession session = sessions.open()) {
      lastSeq = LogReader.lastSeq(session);
    }
    this.recent = new RecentLog(lastSeq, settings.recentRecordsMax(), settings.recentBytesMax());
    this.writer = new Writer(tables, settings, recent, lastSeq, committer, usableBytes, onBroken);
    writer.start();
  }

  /** Writes nothing any more, because the disk has failed elsewhere; tells so as always. */
  public void fail(IOException cause) {
    writer.fail(cause);
  }

  @Override
  public <R> CompletionStage<R> write(Function<StoreTransaction, R> work) {
    return writer.submit(work);
  }

  @Override
  public ReserveUse useReserve() {
    return writer.useReserve();
  }

  @Override
  public Known known(EventId id) {
    try (ReadSession session = sessions.open()) {
      IdEntry entry = session.find(id);
      if (entry != null && entry.life().isHere()) {
        return entry.life().isServed() ? Known.SERVED : Known.HELD;
      }
      return session.isGone(id) ? Known.GONE : Known.UNKNOWN;
    }
  }

  @Override
  public Optional<Gone> gone(EventId id) {
    try (ReadSession session = sessions.open()) {
      return session.gone(id);
    }
  }

  @Override
  public Optional<Event> served(EventId id) {
    try (ReadSession session = sessions.open()) {
      IdEntry entry = session.find(id);
      EventRecord record =
          entry == null || !entry.life().isServed() ? null : session.event(entry.seq());
      return record == null ? Optional.empty() : Optional.of(record.event());
    }
  }

  @Override
  public QueryRun query(List<Filter> filters, long nowSeconds) {
    return new LmdbQueryRun(sessions, filters, scope(nowSeconds));
  }

  @Override
  public CountRun count(List<Filter> filters, long nowSeconds) {
    return new LmdbCountRun(sessions, filters, scope(nowSeconds));
  }

  @Override
  public ItemRun items(Filter filter, long nowSeconds) {
    return new LmdbItemRun(sessions, filter, scope(nowSeconds));
  }

  private FilterScan.Scope scope(long nowSeconds) {
    return new FilterScan.Scope(writer.committedSeq(), nowSeconds, settings.limitProbeWork());
  }

  @Override
  public List<LogRecord> tail(long afterSeq, int max) {
    long lastSeq = writer.committedSeq();
    List<LogRecord> inMemory = recent.tail(afterSeq, lastSeq, max);
    if (inMemory != null) {
      return inMemory;
    }
    try (ReadSession session = sessions.open()) {
      return new LogReader(session, lastSeq).tail(afterSeq, max);
    }
  }

  @Override
  public long lastSeq() {
    return writer.committedSeq();
  }

  @Override
  public OptionalLong nextSweepSeconds() {
    try (ReadSession session = sessions.open()) {
      if (session.first(Table.VANISHING)) {
        return OptionalLong.of(0);
      }
      return session.first(Table.EXPIRY)
          ? OptionalLong.of(session.foundKey(Table.EXPIRY).getLong(0))
          : OptionalLong.empty();
    }
  }

  @Override
  public SortedMap<PublicKey, Refs> refs(Identifier family) {
    return repositories.refs(family);
  }

  @Override
  public SortedMap<RepoAddress, Refs> allRefs() {
    return repositories.allRefs();
  }

  @Override
  public long countRefs() {
    return repositories.countRefs();
  }

  @Override
  public Optional<Event> held(EventId id) {
    return repositories.held(id);
  }

  @Override
  public List<Waiting> waiting() {
    return repositories.waiting();
  }

  @Override
  public List<Submission> submissions(Identifier family) {
    return repositories.submissions(family);
  }

  @Override
  public List<Submission> allSubmissions() {
    return repositories.allSubmissions();
  }

  @Override
  public long countSubmissions() {
    return repositories.countSubmissions();
  }

  @Override
  public List<ArrivedTip> arrived(Identifier family) {
    return repositories.arrived(family);
  }

  @Override
  public List<ArrivedTip> allArrived() {
    return repositories.allArrived();
  }

  @Override
  public List<Placeholder> placeholders() {
    return repositories.placeholders();
  }

  @Override
  public List<PackRecord> packs() {
    return repositories.packs();
  }

  @Override
  public List<PackRecord> packs(Identifier family) {
    return repositories.packs(family);
  }

  @Override
  public Optional<String> identity(Identity what) {
    return repositories.identity(what);
  }

  @Override
  public Optional<String> lists() {
    return repositories.lists();
  }

  @Override
  public Optional<Holding> holding(RepoAddress repository) {
    return holdings.holding(repository);
  }

  @Override
  public List<Holding> holdings() {
    return holdings.holdings();
  }

  @Override
  public List<Holding> holdings(Identifier family) {
    return holdings.holdings(family);
  }

  @Override
  public List<Aside> aside(RepoAddress repository, Optional<EventId> after, int max) {
    return holdings.aside(repository, after, max);
  }

  @Override
  public List<Holding> keepersOf(EventId id) {
    return holdings.keepersOf(id);
  }

  @Override
  public long countAside(RepoAddress repository) {
    return holdings.countAside(repository);
  }

  @Override
  public long uptimeNanos() {
    return repositories.uptimeNanos();
  }

  @Override
  public Optional<Unwanted> unwanted(EventId id, long nowSeconds) {
    return unwanted.unwanted(id, nowSeconds);
  }

  @Override
  public Run unwanted(long nowSeconds) {
    return unwanted.unwanted(nowSeconds);
  }

  @Override
  public void onCommit(Runnable wake) {
    writer.onCommit(wake);
  }

  @Override
  public StoreStats stats() {
    try (ReadSession session = sessions.open()) {
      return new StoreStats(
          session.entries(Table.TIME),
          session.entries(Table.HELD),
          writer.committedSeq(),
          session.bytesOnDisk());
    }
  }

  /**
   * Gives up the snapshots of other processes that were killed while they read, a backup for
   * instance, and returns how many. To be called now and then.
   */
  public int forgetDeadReaders() {
    return tables.forgetDeadReaders();
  }

  @Override
  public synchronized void close() {
    writer.close();
    if (sessions.close()) {
      tables.close();
    }
  }
}
