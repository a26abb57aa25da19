package dev.graspd.server.store.lmdb.check;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.PackRecord;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.server.store.lmdb.table.Committer;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.Tables;
import dev.graspd.server.store.lmdb.table.WriteBuffers;
import dev.graspd.server.store.lmdb.table.WriteSession;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor adds up the rows of packs again. */
final class PackSumsCheckTest {
  private static final Identifier ONE = new Identifier("one");
  private static final Identifier TWO = new Identifier("two");
  private static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), ONE);

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  @BeforeEach
  void fill() {
    try (EventStore store = TestStores.open(directory)) {
      boolean _ =
          new StoreDriver(store)
              .<Boolean>write(tx -> {
                tx.repositories().putPack(new PackRecord(ONE, "a", ALICE.publicKey(), 100));
                tx.repositories()
                    .putPack(
                        new PackRecord(
                            ONE,
                            "b",
                            new TreeMap<>(Map.of(ALICE.publicKey(), 20L, BOB.publicKey(), 3L))));
                tx.repositories().putPack(new PackRecord(TWO, "c", ALICE.publicKey(), 4_000));
                tx.repositories().putPack(new PackRecord(TWO, "d", BOB.publicKey(), 50_000));
                return tx.repositories().removePack(TWO, "d");
              });
    }
  }

  private void damage(Consumer<WriteSession> work) {
    try (Tables tables = Tables.open(directory, TestStores.small());
        WriteSession session = new WriteSession(tables, new WriteBuffers(), 0)) {
      work.accept(session);
      session.commit(Committer.LMDB);
    }
  }

  @Test
  void rightSumsAreNoProblem() {
    assertThat(StoreChecker.check(directory).problems()).isEmpty();
  }

  @Test
  void wrongSumOfARepositoryIsFound() {
    damage(session -> {
      RepositoryCodec.putSumKey(session.key(), ALICES);
      ByteBuffer value = session.value(RepositoryCodec.SUM_BYTES_MAX);
      RepositoryCodec.writeSum(value, 7, ONE);
      session.put(Table.PACK_SUM, value.flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("packs of " + ALICES.shown() + " take 120 bytes, not 7");
  }

  @Test
  void wrongSumOfAnOwnerIsFound() {
    damage(session -> {
      RepositoryCodec.putOwnerSumKey(session.key(), ALICE.publicKey());
      session.put(Table.PACK_SUM, session.value(8).putLong(4_119).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("packs of owner " + ALICE.publicKey() + " take 4120 bytes, not 4119");
  }

  @Test
  void packThatNoSumCountsIsFound() {
    damage(session -> {
      RepositoryCodec.putSumKey(session.key(), new RepoAddress(BOB.publicKey(), ONE));
      session.delete(Table.PACK_SUM);
    });

    assertThat(StoreChecker.check(directory).problems())
        .contains("pack b counts for no sum of " + BOB.publicKey());
  }
}
