package dev.graspd.server.store.lmdb.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.store.lmdb.table.FormatRows;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.KeyRange;
import org.lmdbjava.Txn;

/**
 * Two layouts that never were, and the migrations from them. Format 2 keeps the index of tags in a
 * table of another name; format 1 also has another name for a file in the git data directory.
 */
final class OlderLayouts {
  static final Migrations MIGRATIONS = new Migrations(List.of(new FileName(), new TagTable()));

  private static final byte[] OLD_TAGS = "oldtag".getBytes(UTF_8);
  private static final byte[] TAGS = "tag".getBytes(UTF_8);
  private static final int ROWS_A_PIECE = 3;

  private OlderLayouts() {}

  /** Gives a store of the current format the first layout. */
  static void makeFormat1(Path relay, Path git) throws IOException {
    Files.writeString(git.resolve("oldname"), "a file of git");
    try (Env<ByteBuffer> env = FormatRows.open(relay, StoreSettings.withReserve(0))) {
      try (Txn<ByteBuffer> txn = env.txnWrite()) {
        Migration.Tables tables = new Migration.Tables(env, txn);
        int _ = move(txn, tables.open(TAGS), tables.open(OLD_TAGS), Integer.MAX_VALUE);
        FormatRows.begin(env, txn, 0);
        FormatRows.end(env, txn);
        txn.commit();
      }
    }
  }

  /** Moves some rows from the beginning; returns how many are left. */
  private static int move(
      Txn<ByteBuffer> txn, Dbi<ByteBuffer> from, Dbi<ByteBuffer> to, int rowsMax) {
    int moved = 0;
    while (moved < rowsMax) {
      try (var rows = from.iterate(txn, KeyRange.all())) {
        var all = rows.iterator();
        if (!all.hasNext()) {
          break;
        }
        var row = all.next();
        ByteBuffer key = copy(row.key());
        boolean _ = to.put(txn, key.duplicate(), copy(row.val()));
        boolean _ = from.delete(txn, key);
      }
      moved++;
    }
    return (int) from.stat(txn).entries;
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate()).flip();
  }

  private record TagTable() implements Migration {
    @Override
    public int from() {
      return 2;
    }

    @Override
    public String text() {
      return "index of tags";
    }

    @Override
    public Piece next(Tables tables, Path git, byte[] cursor) {
      int left = move(tables.txn(), tables.open(OLD_TAGS), tables.open(TAGS), ROWS_A_PIECE);
      long done = number(cursor) + ROWS_A_PIECE;
      return new Piece(
          ByteBuffer.allocate(Long.BYTES).putLong(done).array(), done, done + left, left == 0);
    }

    private static long number(byte[] cursor) {
      return cursor.length == 0 ? 0 : ByteBuffer.wrap(cursor).getLong();
    }
  }

  private record FileName() implements Migration {
    @Override
    public int from() {
      return 1;
    }

    @Override
    public String text() {
      return "name of a file";
    }

    @Override
    public Piece next(Tables tables, Path git, byte[] cursor) throws IOException {
      Path old = git.resolve("oldname");
      if (Files.exists(old)) {
        Path _ = Files.move(old, git.resolve("newname"), StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.sync(git);
      }
      return new Piece(cursor, 1, 1, true);
    }
  }
}
