package dev.graspd.server.store.lmdb.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.store.format.FormatDecision;
import dev.graspd.core.store.format.FoundFormat;
import dev.graspd.core.store.format.StoreFormat;
import dev.graspd.server.store.StoreOpenException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/** The open environment and its databases. */
public final class Tables implements AutoCloseable {
  /** The file in which LMDB keeps everything. */
  public static final String FILE = "data.mdb";

  /** More than there are, so that later tables fit. */
  private static final int DATABASES_MAX = 64;

  private static final int FILE_MODE = 0600;

  private static final Set<Integer> ALL_OLDER =
      IntStream.range(1, StoreFormat.CURRENT).boxed().collect(Collectors.toSet());

  private final Env<ByteBuffer> env;
  private final Map<Table, Dbi<ByteBuffer>> databases = new EnumMap<>(Table.class);

  private Tables(Env<ByteBuffer> env) {
    this.env = env;
  }

  /** Opens the store in a directory for reading and writing, and creates it if there is none. */
  public static Tables open(Path directory, StoreSettings settings) {
    try {
      Files.createDirectories(directory);
      // Reads are random: reading ahead would only evict other pages.
      Env<ByteBuffer> env = open(directory, settings, flags());
      Tables tables = ready(env, directory);
      int _ = tables.forgetDeadReaders();
      forceNames(directory);
      return tables;
    } catch (LmdbException | IOException e) {
      throw cannotOpen(directory, e);
    }
  }

  /** Only for a test of the power-cut test: a store that does not sync. No setting enables it. */
  private static EnvFlags[] flags() {
    EnvFlags[] usual = {EnvFlags.MDB_NOTLS, EnvFlags.MDB_NORDAHEAD};
    EnvFlags[] lying = {EnvFlags.MDB_NOTLS, EnvFlags.MDB_NORDAHEAD, EnvFlags.MDB_NOSYNC};
    return System.getProperty("graspd.skipsync", "").equals("store") ? lying : usual;
  }

  /** A new file survives a power cut only when the directories that name it are on disk too. */
  private static void forceNames(Path directory) throws IOException {
    for (Path path = directory.toAbsolutePath(); path != null; path = path.getParent()) {
      try (FileChannel names = FileChannel.open(path)) {
        names.force(true);
      } catch (AccessDeniedException e) {
        // We did not create a directory that we may not read, nor those above it.
        return;
      }
    }
  }

  /** Opens an existing store so that nothing can change it; another process may write to it. */
  public static Tables openReadOnly(Path directory, StoreSettings settings) {
    return openReadOnly(
        directory, settings, EnvFlags.MDB_NOTLS, EnvFlags.MDB_NORDAHEAD, EnvFlags.MDB_RDONLY_ENV);
  }

  /** Opens a store that nobody ever writes to; leaves no lock file. */
  public static Tables openSnapshot(Path directory, StoreSettings settings) {
    return openReadOnly(
        directory, settings, EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOLOCK, EnvFlags.MDB_RDONLY_ENV);
  }

  private static Tables openReadOnly(Path directory, StoreSettings settings, EnvFlags... flags) {
    if (!Files.exists(directory.resolve(FILE))) {
      throw new StoreOpenException("there is no store in " + directory);
    }
    try {
      Env<ByteBuffer> env = open(directory, settings, flags);
      return ready(env, directory);
    } catch (LmdbException | IOException e) {
      throw cannotOpen(directory, e);
    }
  }

  static Env<ByteBuffer> open(Path directory, StoreSettings settings, EnvFlags... flags)
      throws IOException {
    Path file = directory.resolve(FILE);
    return MapSize.open(
        settings.mapBytes(),
        Files.exists(file) ? Files.size(file) : 0,
        bytes ->
            Env.create()
                .setMapSize(bytes)
                .setMaxDbs(DATABASES_MAX)
                .setMaxReaders(settings.readersMax() + 16)
                .open(directory.toFile(), FILE_MODE, flags));
  }

  private static StoreOpenException cannotOpen(Path directory, Exception cause) {
    return new StoreOpenException(
        "cannot open the store in " + directory + ": " + cause.getMessage(), cause);
  }

  private static Tables ready(Env<ByteBuffer> env, Path directory) {
    try {
      checkVersion(env, directory);
      Tables tables = new Tables(env);
      tables.openDatabases();
      return tables;
    } catch (RuntimeException e) {
      env.close();
      throw e;
    }
  }

  /** Migrations are for a start of the server: everybody else needs the current format. */
  private static void checkVersion(Env<ByteBuffer> env, Path directory) {
    FoundFormat found = FormatRows.found(env);
    String where = "the store in " + directory;
    switch (FormatDecision.of(found, where, StoreFormat.CURRENT, ALL_OLDER)) {
      case FormatDecision.Open() -> {}
      case FormatDecision.Create() -> {
        if (env.isReadOnly()) {
          throw new StoreOpenException("there is no store in " + directory);
        }
      }
      case FormatDecision.Refuse(var text) -> throw new StoreOpenException(text);
      case FormatDecision.Migrate(var from, _) ->
          throw new StoreOpenException(
              ("%s has format %d, and this graspd reads format %d: 'graspd serve' migrates it, or"
                      + " says why it cannot")
                  .formatted(where, from, StoreFormat.CURRENT));
    }
  }

  private void openDatabases() {
    if (env.isReadOnly()) {
      openExisting();
      return;
    }
    try (Txn<ByteBuffer> txn = env.txnWrite()) {
      for (Table table : Table.values()) {
        byte[] name = table.databaseName().getBytes(UTF_8);
        databases.put(table, env.openDbi(txn, name, null, false, DbiFlags.MDB_CREATE));
      }
      FormatRows.create(database(Table.META), txn);
      txn.commit();
    }
  }

  private void openExisting() {
    Set<String> names = new HashSet<>();
    env.getDbiNames().forEach(name -> names.add(new String(name, UTF_8)));
    for (Table table : Table.values()) {
      if (!table.isOptional() || names.contains(table.databaseName())) {
        databases.put(table, env.openDbi(table.databaseName()));
      }
    }
  }

  boolean has(Table table) {
    return databases.containsKey(table);
  }

  /**
   * Frees the snapshots of processes that were killed. Each has a place in LMDB's table of readers,
   * and pages that it might still read are not used again: the file would only grow.
   */
  public int forgetDeadReaders() {
    return env.readerCheck();
  }

  public Env<ByteBuffer> env() {
    return env;
  }

  Dbi<ByteBuffer> database(Table table) {
    @Nullable Dbi<ByteBuffer> database = databases.get(table);
    if (database == null) {
      throw new IllegalStateException("not open: " + table);
    }
    return database;
  }

  long entries(Txn<ByteBuffer> txn, Table table) {
    return database(table).stat(txn).entries;
  }

  @Override
  public void close() {
    env.close();
  }
}
