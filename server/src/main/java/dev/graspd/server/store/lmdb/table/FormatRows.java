package dev.graspd.server.store.lmdb.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.store.format.FoundFormat;
import dev.graspd.core.store.format.FoundFormat.Foreign;
import dev.graspd.core.store.format.FoundFormat.Nothing;
import dev.graspd.core.store.format.FoundFormat.Stored;
import dev.graspd.core.store.format.StoreFormat;
import dev.graspd.server.store.StoreOpenException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/**
 * The rows that say which format a store has. They are the same in every format: a program reads
 * them before it knows anything else of the store.
 */
public final class FormatRows {
  /** The program that ran on the store last, as text. */
  public static final String PROGRAM_KEY = "program";

  /** Format version (4). */
  private static final String VERSION_KEY = "version";

  /** While a migration is unfinished: the version that it began with (4), its cursor. */
  private static final String MIGRATION_KEY = "migration";

  private FormatRows() {}

  /** Returns what lies in a directory that nobody writes to meanwhile; changes nothing. */
  public static FoundFormat in(Path directory) {
    if (!Files.exists(directory.resolve(Tables.FILE))) {
      return new Nothing();
    }
    try (Env<ByteBuffer> env = reading(directory)) {
      return found(env);
    } catch (LmdbException | IOException e) {
      throw new StoreOpenException(
          "cannot open the store in " + directory + ": " + e.getMessage(), e);
    }
  }

  /** Opens the environment of a store of any format that nobody writes to. */
  public static Env<ByteBuffer> reading(Path directory) throws IOException {
    EnvFlags[] flags = {EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOLOCK, EnvFlags.MDB_RDONLY_ENV};
    return Tables.open(directory, StoreSettings.withReserve(0), flags);
  }

  /** Opens the environment of a store of any format for writing. */
  public static Env<ByteBuffer> open(Path directory, StoreSettings settings) throws IOException {
    return Tables.open(directory, settings, new EnvFlags[] {EnvFlags.MDB_NOTLS});
  }

  /** Returns what an environment holds. */
  public static FoundFormat found(Env<ByteBuffer> env) {
    boolean isEmpty = true;
    for (byte[] name : env.getDbiNames()) {
      if (new String(name, UTF_8).equals(Table.META.databaseName())) {
        return read(env);
      }
      isEmpty = false;
    }
    return isEmpty ? new Nothing() : new Foreign();
  }

  private static FoundFormat read(Env<ByteBuffer> env) {
    Dbi<ByteBuffer> meta = env.openDbi(Table.META.databaseName());
    try (Txn<ByteBuffer> txn = env.txnRead()) {
      ByteBuffer version = meta.get(txn, key(VERSION_KEY));
      if (version == null || version.remaining() != Integer.BYTES || version.getInt(0) <= 0) {
        return new Foreign();
      }
      int number = version.getInt(0);
      return new Stored(
          number,
          Optional.ofNullable(meta.get(txn, key(PROGRAM_KEY)))
              .map(text -> UTF_8.decode(text).toString()),
          Optional.ofNullable(meta.get(txn, key(MIGRATION_KEY))).map(row -> row.getInt(0)));
    }
  }

  /** Gives a new store its version. */
  static void create(Dbi<ByteBuffer> meta, Txn<ByteBuffer> txn) {
    if (meta.get(txn, key(VERSION_KEY)) == null) {
      meta.put(txn, key(VERSION_KEY), version(StoreFormat.CURRENT));
    }
  }

  /** Marks the beginning of a step: older programs refuse the store from now on. */
  public static void begin(Env<ByteBuffer> env, Txn<ByteBuffer> txn, int from) {
    meta(env, txn).put(txn, key(VERSION_KEY), version(from + 1));
    proceed(env, txn, from, new byte[0]);
  }

  public static void proceed(Env<ByteBuffer> env, Txn<ByteBuffer> txn, int from, byte[] cursor) {
    ByteBuffer row = ByteBuffer.allocateDirect(Integer.BYTES + cursor.length);
    meta(env, txn).put(txn, key(MIGRATION_KEY), row.putInt(from).put(cursor).flip());
  }

  /** Returns where the step is. */
  public static byte[] cursor(Env<ByteBuffer> env, Txn<ByteBuffer> txn) {
    @Nullable ByteBuffer row = meta(env, txn).get(txn, key(MIGRATION_KEY));
    if (row == null) {
      throw new IllegalStateException("no migration has begun");
    }
    byte[] cursor = new byte[row.remaining() - Integer.BYTES];
    row.get(Integer.BYTES, cursor);
    return cursor;
  }

  /** Marks the end of a step. */
  public static void end(Env<ByteBuffer> env, Txn<ByteBuffer> txn) {
    boolean _ = meta(env, txn).delete(txn, key(MIGRATION_KEY));
  }

  private static Dbi<ByteBuffer> meta(Env<ByteBuffer> env, Txn<ByteBuffer> txn) {
    byte[] name = Table.META.databaseName().getBytes(UTF_8);
    return env.openDbi(txn, name, null, false, DbiFlags.MDB_CREATE);
  }

  private static ByteBuffer version(int number) {
    return ByteBuffer.allocateDirect(Integer.BYTES).putInt(number).flip();
  }

  private static ByteBuffer key(String name) {
    byte[] bytes = name.getBytes(UTF_8);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }
}
