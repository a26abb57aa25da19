package dev.graspd.server.store.lmdb.check;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.Sum;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.server.store.lmdb.row.LmdbDeletionRows;
import dev.graspd.server.store.lmdb.row.LmdbStrangerRows;
import dev.graspd.server.store.lmdb.row.LmdbSumRows;
import dev.graspd.server.store.lmdb.row.LmdbUnwantedRows;
import dev.graspd.server.store.lmdb.table.Committer;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.Keys;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StoreCheckerTest {
  private static final Event NOTE =
      EventBuilder.note("note").tag("t", "x").tag("t", "x").tag("p", "q").unsignedBy(ALICE);
  private static final Event HELD =
      EventBuilder.kind(30_000).tag("d", "h").expiringAt(StoreDriver.NOW).unsignedBy(ALICE);

  /** Hides nothing: it is not by the note's author. */
  private static final Event DORMANT = EventBuilder.deletionOf(NOTE).unsignedBy(BOB);

  private static final long DORMANT_BYTES = DormantRoom.bytesOf(DORMANT);

  private static final RepoAddress REPOSITORY =
      new RepoAddress(ALICE.publicKey(), new Identifier("repo"));
  private static final RefName MAIN = new RefName("refs/heads/main");

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  @BeforeEach
  void fill() {
    try (EventStore store = TestStores.open(directory)) {
      StoreDriver driver = new StoreDriver(store);
      driver.append(NOTE);
      driver.hold(HELD);
      driver.write(tx -> tx.roles().take(Role.TIMERS));
      driver.append(EventBuilder.kind(30_000).tag("d", "a").tag("d", "b").unsignedBy(ALICE));
      driver.append(EventBuilder.kind(0).at(1).unsignedBy(BOB));
      driver.append(EventBuilder.kind(0).at(2).unsignedBy(BOB));
      Event bad = EventBuilder.note("bad").unsignedBy(BOB);
      driver.append(bad);
      driver.delete(EventBuilder.deletionOf(bad).unsignedBy(BOB));
      driver.delete(DORMANT);
      driver.vanish(EventBuilder.kind(Kinds.VANISH).at(1).unsignedBy(ALICE));
      driver.append(
          EventBuilder.kind(Kinds.ANNOUNCEMENT)
              .tag("d", "repo")
              .tag("relays", "wss://other.example")
              .unsignedBy(BOB));
    }
  }

  @Test
  void soundStoreHasNoProblems() {
    StoreReport report = StoreChecker.check(directory);

    assertThat(report.problems()).isEmpty();
    assertThat(report.isSound()).isTrue();
    assertThat(report.servedEvents()).isEqualTo(6);
    assertThat(report.heldEvents()).isEqualTo(2);
    assertThat(report.lastSeq()).isEqualTo(13);
  }

  @ParameterizedTest
  @EnumSource(
      value = Table.class,
      names = {
        "ID",
        "TIME",
        "KIND",
        "AUTHOR",
        "AUTHOR_KIND",
        "TAG",
        "ADDRESS",
        "EXPIRY",
        "HELD",
        "PARTICIPANT",
        "HOST"
      })
  void missingRowIsFound(Table table) {
    damage(session -> {
      ByteBuffer first = present(session, table);
      session.key().put(first);
      session.delete(table);
    });

    assertThat(StoreChecker.check(directory).problems())
        .anyMatch(problem -> problem.contains("missing from table " + table));
  }

  private static ByteBuffer present(WriteSession session, Table table) {
    var first = session.first(table);
    assertThat(first).isNotNull();
    return first.key();
  }

  @ParameterizedTest
  @EnumSource(
      value = Table.class,
      names = {
        "ID",
        "TIME",
        "KIND",
        "AUTHOR",
        "AUTHOR_KIND",
        "TAG",
        "ADDRESS",
        "EXPIRY",
        "HELD",
        "PARTICIPANT",
        "HOST"
      })
  void strayRowIsFound(Table table) {
    damage(session -> {
      session.key().put(new byte[100]);
      session.put(table, session.value(8).putLong(1).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .anyMatch(problem -> problem.startsWith("table " + table + " has"));
  }

  @Test
  void rowThatNamesAnotherEventIsFound() {
    damage(session -> {
      Keys.putSuffix(session.key(), NOTE.createdAt(), NOTE.id());
      session.put(Table.TIME, session.value(8).putLong(3).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .anyMatch(problem -> problem.contains("wrong value in table TIME"));
  }

  @Test
  void noteThatCountsAsAStrangersListIsFound() {
    damage(session -> {
      new LmdbStrangerRows(session).put(1, 7);
      new LmdbSumRows(session).put(new Sum.StrangerLists(), 7);
    });

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("event 1 counts as a stranger's list and is none");
  }

  @Test
  void wrongSumOfStrangersListsIsFound() {
    damage(session -> new LmdbSumRows(session).put(new Sum.StrangerLists(), 5));

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("strangers' lists take 0 bytes, not 5");
  }

  @Test
  void rolesAndFencesThatCannotBeAreFound() {
    damage(session -> {
      session.key().put("COOK".getBytes(US_ASCII));
      session.put(Table.ROLE, session.value(8).putLong(1).flip());
      session.key().put("DESK".getBytes(US_ASCII));
      session.put(Table.ROLE, session.value(8).putLong(0).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("there is no role COOK", "the fence of role DESK is no number above 0");
  }

  @Test
  void wrongBytesOfAKeysDormantDeletionsAreFound() {
    damage(session -> dormant(session, BOB.publicKey(), 7));

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly(
            "dormant deletions of %s take %d bytes, not 7"
                .formatted(BOB.publicKey(), DORMANT_BYTES));
  }

  @Test
  void dormantDeletionsThatNothingCountsAreFound() {
    damage(session -> {
      Keys.putBytes32(session.key(), BOB.publicKey());
      session.delete(Table.DORMANT);
    });

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly(
            "dormant deletions of %s take %d bytes, not 0"
                .formatted(BOB.publicKey(), DORMANT_BYTES));
  }

  @Test
  void bytesOfAKeyWithoutDormantDeletionsAreFound() {
    damage(session -> dormant(session, ALICE.publicKey(), 7));

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly(
            "dormant deletions of %s take 0 bytes, not 7".formatted(ALICE.publicKey()));
  }

  @Test
  void wrongSumOfDormantDeletionsIsFound() {
    damage(session -> {
      session.key().put((byte) 0);
      session.put(Table.DORMANT, session.value(8).putLong(5).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("all dormant deletions take %d bytes, not 5".formatted(DORMANT_BYTES));
  }

  @ParameterizedTest
  @EnumSource(
      value = Table.class,
      names = {"DORMANT", "DORMANT_PAYER"})
  void unreadableRowOfDormantDeletionsIsFound(Table table) {
    damage(session -> {
      session.key().put(new byte[20]);
      session.put(table, session.value(8).putLong(1).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .singleElement()
        .asString()
        .contains(" of table " + table + " cannot be read");
  }

  @Test
  void payerOfNoBytesIsFound() {
    damage(session -> {
      session.key().putLong(1).putLong(2);
      session.put(Table.DORMANT_PAYER, session.value(8).putLong(0).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .singleElement()
        .asString()
        .startsWith("row 1 of table DORMANT_PAYER cannot be read");
  }

  private static void dormant(WriteSession session, PublicKey key, long bytes) {
    Keys.putBytes32(session.key(), key);
    session.put(Table.DORMANT, session.value(8).putLong(bytes).flip());
  }

  @Test
  void damagedTextIsFound() {
    damage(session -> {
      session.key().putLong(1);
      ByteBuffer record = ByteBuffer.allocateDirect(2_000);
      EventRecord.write(record, NOTE, Life.STORED, EventRecord.NEVER);
      record.put(EventRecord.JSON_AT + 3, (byte) 'X');
      session.put(Table.EVENTS, record.flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .anyMatch(problem -> problem.startsWith("event 1 cannot be read"));
  }

  @Test
  void eventThatIsGoneAndHereIsFound() {
    damage(session -> new LmdbDeletionRows(session).putGone(NOTE.id(), barred()));

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("event " + NOTE.id() + " is gone and here");
  }

  @Test
  void soundRowsOfRepositoriesAreNoProblem() {
    try (EventStore store = TestStores.open(directory)) {
      store
          .write(tx -> {
            tx.repositories().putRefs(REPOSITORY, new Refs(new TreeMap<>(), Optional.of(MAIN)));
            tx.repositories().putWait(HELD.id(), new Wait(REPOSITORY.identifier(), false, 1));
            tx.repositories()
                .putPack(new PackRecord(REPOSITORY.identifier(), "pack-1", ALICE.publicKey(), 1));
            tx.repositories()
                .putPlaceholder(
                    new Placeholder(NOTE.id(), REPOSITORY, new Oid("1".repeat(40)), "s", "", 1, 1));
            tx.repositories()
                .putSubmission(
                    new Submission(
                        NOTE.id(),
                        BOB.publicKey(),
                        REPOSITORY.identifier(),
                        new Oid("1".repeat(40)),
                        new TreeSet<>(List.of(ALICE.publicKey()))));
            tx.repositories()
                .putArrived(
                    new ArrivedTip(
                        REPOSITORY.identifier(), ALICE.publicKey(), new Oid("1".repeat(40))));
            tx.repositories()
                .putLost(
                    new LostGitData(
                        REPOSITORY.identifier(),
                        new TreeSet<>(List.of("pack-1")),
                        new TreeSet<>(List.of(new Oid("1".repeat(40)))),
                        1));
            return true;
          })
          .toCompletableFuture()
          .join();
    }
    assertThat(StoreChecker.check(directory).problems()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Table.class,
      names = {"REFS", "WAIT", "PLACEHOLDER", "SUBMISSION", "PACK", "ARRIVED", "LOST"})
  void unreadableRowOfRepositoriesIsFound(Table table) {
    damage(session -> {
      session.key().put(new byte[40]);
      session.put(table, session.value(8).putInt(1).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .first()
        .asString()
        .startsWith("row 1 of table " + table + " cannot be read");
  }

  @Test
  void waitWithoutAFamilyIsFound() {
    writeWait(HELD);
    damage(session -> {
      RepositoryCodec.putWaitHomeKey(session.key(), REPOSITORY.identifier(), HELD.id());
      session.delete(Table.WAIT_HOME);
    });
    assertThat(StoreChecker.check(directory).problems())
        .containsExactly(
            "event " + HELD.id() + " waits in no family", "1 events wait, 0 have a family");
  }

  @Test
  void versionThatIsNotTheLastChangeOfItsFamilyIsFound() {
    writeWait(HELD);
    damage(session -> {
      RepositoryCodec.putFamily(session.key(), REPOSITORY.identifier());
      session.put(Table.FAMILY, session.value(8).putLong(1).flip());
    });
    assertThat(StoreChecker.check(directory).problems())
        .containsExactly(
            "family " + REPOSITORY.identifier() + " has another version than its last change");
  }

  @Test
  void changeOfAFamilyWithoutAVersionIsFound() {
    writeWait(HELD);
    damage(session -> {
      RepositoryCodec.putFamily(session.key(), REPOSITORY.identifier());
      session.delete(Table.FAMILY);
    });
    assertThat(StoreChecker.check(directory).problems())
        .contains(
            "family " + REPOSITORY.identifier() + " has another version than its last change");
  }

  private void writeWait(Event held) {
    try (EventStore store = TestStores.open(directory)) {
      new StoreDriver(store)
          .<Boolean>write(tx -> {
            tx.repositories().putWait(held.id(), new Wait(REPOSITORY.identifier(), false, 1));
            return true;
          });
    }
  }

  @Test
  void waitOfAServedEventIsFound() {
    damage(session -> {
      Wait wait = new Wait(REPOSITORY.identifier(), false, 1);
      var value = session.value(RepositoryCodec.WAITING_BYTES_MAX);
      RepositoryCodec.write(value, Waiting.of(NOTE, wait));
      Keys.putBytes32(session.key(), NOTE.id());
      session.put(Table.WAIT, value.flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .contains("event " + NOTE.id() + " waits and is not held");
  }

  @Test
  void aNoteOfAWaitThatDoesNotFitToItsEventIsFound() {
    damage(session -> {
      Wait wait = new Wait(REPOSITORY.identifier(), false, 1);
      var value = session.value(RepositoryCodec.WAITING_BYTES_MAX);
      RepositoryCodec.write(value, Waiting.of(NOTE, wait));
      Keys.putBytes32(session.key(), HELD.id());
      session.put(Table.WAIT, value.flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .contains("event " + HELD.id() + ": what is noted of its wait does not fit to it");
  }

  @Test
  void refsUnderAnothersKeyAreFound() {
    damage(session -> {
      var row = new RepositoryCodec.RefsRow(REPOSITORY, Refs.NONE);
      var value = session.value(RepositoryCodec.length(row));
      RepositoryCodec.write(value, row);
      session.key().put(new byte[40]);
      session.put(Table.REFS, value.flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("refs of " + REPOSITORY + ": stored under another key");
  }

  @Test
  void unwantedEventThatIsHereIsFound() {
    damage(session -> new LmdbUnwantedRows(session).put(unwanted(NOTE)));

    assertThat(StoreChecker.check(directory).problems())
        .containsExactly("event " + NOTE.id() + " is not wanted and here");
  }

  @Test
  void unwantedEventWithoutAnAgeIsFound() {
    Event other = EventBuilder.note("other").unsignedBy(BOB);
    damage(session -> {
      new LmdbUnwantedRows(session).put(unwanted(other));
      LmdbUnwantedRows.putAgeKey(session.key(), unwanted(other));
      session.delete(Table.UNWANTED_REFUSED);
    });

    assertThat(StoreChecker.check(directory).problems())
        .contains("event " + other.id() + " is not wanted and would never be forgotten")
        .anyMatch(problem -> problem.endsWith("have an age"));
  }

  @Test
  void unreadableRowOfTheUnwantedIsFound() {
    damage(session -> {
      session.key().put(new byte[32]);
      session.put(Table.UNWANTED, session.value(8).putLong(1).flip());
    });

    assertThat(StoreChecker.check(directory).problems())
        .anyMatch(problem -> problem.startsWith("row 1 of table UNWANTED cannot be read"));
  }

  private static UnwantedEvent unwanted(Event event) {
    return UnwantedEvent.refused(
        event, UnwantedEvent.Why.REFUSED, StoreDriver.NOW, UnwantedEvent.ALWAYS);
  }

  private static Gone barred() {
    return new Gone(Removal.BANNED, Optional.empty());
  }

  private void damage(Consumer<WriteSession> change) {
    try (Tables tables = Tables.open(directory, TestStores.SETTINGS);
        WriteSession session = new WriteSession(tables, new WriteBuffers(), 0)) {
      change.accept(session);
      session.commit(Committer.LMDB);
    }
  }
}
