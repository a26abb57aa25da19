package dev.graspd.server.store.lmdb.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.Txn;

/**
 * One change of the layout, from a version to the next. It works in pieces. Each is one
 * transaction, so that a migration of a large store is interrupted anywhere and goes on.
 */
public interface Migration {
  /** Returns the version that it reads; it leaves the next one. */
  int from();

  /** Returns what it does, for the log. */
  String text();

  /**
   * Does one piece. The rows that it writes are stored together with the cursor. Changes of files
   * are done again after an interruption, so they must be repeatable, synced when this returns, and
   * must not write into an existing file, which the backup may share.
   *
   * @param cursor that of the piece before; empty at the beginning
   */
  Piece next(Tables tables, Path git, byte[] cursor) throws IOException;

  /**
   * What a piece leaves.
   *
   * @param cursor where the next piece begins
   * @param done parts of the total that are done, for the log
   */
  record Piece(byte[] cursor, long done, long total, boolean isLast) {}

  /** The store within the transaction of a piece; its tables have names only. */
  record Tables(Env<ByteBuffer> env, Txn<ByteBuffer> txn) {
    /** Returns a table, which is made if it is missing. */
    public Dbi<ByteBuffer> open(byte[] name) {
      return env.openDbi(txn, name, null, false, DbiFlags.MDB_CREATE);
    }
  }
}
