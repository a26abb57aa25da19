package dev.graspd.server.store.lmdb.table;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import org.lmdbjava.Txn;

/** Brings a transaction to disk. A seam: tests make it fail, the server has only {@link #LMDB}. */
public interface Committer {
  Committer LMDB = Txn::commit;

  void commit(Txn<ByteBuffer> txn);

  /** Returns one that also reports the duration of each successful commit. */
  default Committer measuredBy(Consumer<Duration> took) {
    return txn -> {
      long start = System.nanoTime();
      commit(txn);
      took.accept(Duration.ofNanos(System.nanoTime() - start));
    };
  }
}
