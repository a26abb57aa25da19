package dev.graspd.server.store.lmdb;

import java.nio.ByteBuffer;
import org.lmdbjava.Txn;

/** Brings a transaction to disk. A seam: tests make it fail, the server has only {@link #LMDB}. */
interface Committer {
  Committer LMDB = Txn::commit;

  void commit(Txn<ByteBuffer> txn);
}
