package dev.graspd.server.store.lmdb.check;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.server.store.lmdb.table.Committer;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.Tables;
import dev.graspd.server.store.lmdb.table.WriteBuffers;
import dev.graspd.server.store.lmdb.table.WriteSession;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EndedRowsCheckTest {
  private static final RepoAddress REPOSITORY =
      new RepoAddress(ALICE.publicKey(), new Identifier("repo"));
  private static final Event NOTE = EventBuilder.note("note").unsignedBy(ALICE);

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  @BeforeEach
  void fill() {
    try (EventStore store = TestStores.open(directory)) {
      StoreDriver driver = new StoreDriver(store);
      driver.append(NOTE);
      boolean done =
          driver.<Boolean>write(tx -> {
            tx.ended()
                .put(
                    new EndedRepository(
                        REPOSITORY,
                        EndedRepository.Cause.DELETED,
                        EndedRepository.Phase.HELD,
                        Refs.NONE,
                        Optional.of(NOTE.id()),
                        1,
                        2,
                        3,
                        ""));
            return tx.ended().setAside(NOTE.id(), new TreeSet<>(List.of(REPOSITORY)));
          });
      assertThat(done).isTrue();
    }
  }

  private void damage(Consumer<WriteSession> work) {
    try (Tables tables = Tables.open(directory, TestStores.small());
        WriteSession session = new WriteSession(tables, new WriteBuffers(), 100)) {
      work.accept(session);
      session.commit(Committer.LMDB);
    }
  }

  private static void deleteFirst(WriteSession session, Table table) {
    var first = session.first(table);
    assertThat(first).isNotNull();
    ByteBuffer key = first.key();
    session.key().put(key);
    assertThat(session.delete(table)).isTrue();
  }

  @Test
  void soundRowsAreNoProblem() {
    StoreReport report = StoreChecker.check(directory);
    assertThat(report.problems()).isEmpty();
    assertThat(report.servedEvents()).isZero();
    assertThat(report.heldEvents()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "HOLDING, is set aside for a repository of which nothing is kept",
    "ASIDE, is missing from table ASIDE",
    "ASIDE_FOR, '0 events are set aside, and 1 are found'",
    "ASIDE_OF, is set aside and would not be found",
    "ID, is to be set aside and is not"
  })
  void missingRowIsFound(Table table, String problem) {
    damage(session -> deleteFirst(session, table));
    assertThat(StoreChecker.check(directory).problems()).anyMatch(one -> one.contains(problem));
  }

  @Test
  void eventThatIsSetAsideForNobodyIsFound() {
    damage(session -> {
      deleteFirst(session, Table.ASIDE_FOR);
      deleteFirst(session, Table.ASIDE_OF);
    });
    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("event " + NOTE.id() + " is set aside for nobody");
  }

  @Test
  void unreadableRowIsFound() {
    damage(session -> {
      RepositoryCodec.putRepository(session.key(), REPOSITORY);
      session.put(Table.HOLDING, session.value(8).putInt(1).flip());
    });
    assertThat(StoreChecker.check(directory).problems())
        .singleElement()
        .asString()
        .startsWith("row 1 of table HOLDING cannot be read");
  }

  @Test
  void rowUnderAnothersKeyIsFound() {
    damage(session -> {
      var row = session.first(Table.HOLDING);
      assertThat(row).isNotNull();
      ByteBuffer value = ByteBuffer.allocateDirect(row.val().remaining()).put(row.val()).flip();
      session.key().put(new byte[40]);
      session.put(Table.HOLDING, value);
    });
    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("what is kept of " + REPOSITORY + ": stored under another key");
  }
}
