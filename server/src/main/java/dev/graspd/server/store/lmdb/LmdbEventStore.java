package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.ban.BanStore;
import dev.graspd.core.store.hook.HookStore;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.core.store.query.CountRun;
import dev.graspd.core.store.query.ItemRun;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.base.EventLoops;
import dev.graspd.server.store.StoreOpenException;
import dev.graspd.server.store.lmdb.query.FilterScan;
import dev.graspd.server.store.lmdb.query.LmdbCountRun;
import dev.graspd.server.store.lmdb.query.LmdbItemRun;
import dev.graspd.server.store.lmdb.query.LmdbQueryRun;
import dev.graspd.server.store.lmdb.row.ArrivalReader;
import dev.graspd.server.store.lmdb.row.BanReader;
import dev.graspd.server.store.lmdb.row.EndedReader;
import dev.graspd.server.store.lmdb.row.HookReader;
import dev.graspd.server.store.lmdb.row.LogReader;
import dev.graspd.server.store.lmdb.row.RepositoryReader;
import dev.graspd.server.store.lmdb.row.UnwantedReader;
import dev.graspd.server.store.lmdb.table.Committer;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Events and repositories in one LMDB environment. */
public final class LmdbEventStore implements Store {
  private final StoreSettings settings;
  private final Tables tables;
  private final ReadSessions sessions;
  private final RecentLog recent;
  private final Writer writer;
  private final RepositoryStore repositories;
  private final UnwantedStore unwanted;
  private final BanStore bans;
  private final HookStore hooks;

  /**
   * Opens the store in a directory, and creates it if there is none.
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

  /** The same, with a callback for the duration of each commit. */
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

  public LmdbEventStore(
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
    this.repositories = new RepositoryReader(sessions, new EndedReader(sessions));
    this.unwanted = new UnwantedReader(sessions);
    this.bans = new BanReader(sessions);
    this.hooks = new HookReader(sessions);
    long lastSeq;
    try (ReadSession session = sessions.open()) {
      lastSeq = LogReader.lastSeq(session);
    }
    this.recent =
        new RecentLog(
            lastSeq, settings.recentRecordsMax(), settings.recentBytesMax(), System::nanoTime);
    this.writer = new Writer(tables, settings, recent, lastSeq, committer, usableBytes, onBroken);
    writer.start();
  }

  @Override
  public RepositoryStore repositories() {
    return repositories;
  }

  @Override
  public UnwantedStore unwanted() {
    return unwanted;
  }

  @Override
  public HookStore hooks() {
    return hooks;
  }

  @Override
  public BanStore bans() {
    return bans;
  }

  @Override
  public void fail(Throwable cause) {
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
  public Optional<Arrival> arrival(EventId id) {
    try (ReadSession session = sessions.open()) {
      return new ArrivalReader(session).of(id);
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
    EventLoops.requireElsewhere();
    List<LogRecord> inMemory = recent.tail(afterSeq, writer.committedSeq(), max);
    if (inMemory != null) {
      return inMemory;
    }
    try (ReadSession session = sessions.open()) {
      return new LogReader(session, writer.told(LogReader.lastSeq(session))).tail(afterSeq, max);
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
  public void onCommit(Runnable wake) {
    writer.onCommit(wake);
  }

  @Override
  public EventStore.Stats stats() {
    try (ReadSession session = sessions.open()) {
      return new EventStore.Stats(
          session.entries(Table.TIME),
          session.entries(Table.HELD),
          writer.committedSeq(),
          session.bytesOnDisk());
    }
  }

  @Override
  public int housekeep() {
    recent.forgetOld();
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
