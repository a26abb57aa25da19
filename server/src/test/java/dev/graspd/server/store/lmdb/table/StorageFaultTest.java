package dev.graspd.server.store.lmdb.table;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.StorageException.Fault;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.server.store.lmdb.check.StoreChecker;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/** Promises P6 (a disk that fails) and P7 (a disk that is full). */
@Timeout(120)
final class StorageFaultTest {
  private static final long RESERVE = 1_000;

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  /** Commits until it is told to fail like a disk: the transaction is lost. */
  private static final class FailingCommitter implements Committer {
    final AtomicBoolean fails = new AtomicBoolean();
    final AtomicInteger attempts = new AtomicInteger();

    @Override
    public void commit(Txn<ByteBuffer> txn) {
      attempts.incrementAndGet();
      if (fails.get()) {
        txn.abort();
        throw new LmdbException("Input/output error");
      }
      txn.commit();
    }
  }

  private static Event note(int i) {
    return EventBuilder.note("n" + i).at(i).unsignedBy(ALICE);
  }

  private static Fault faultOf(Runnable action) {
    try {
      action.run();
    } catch (StorageException e) {
      return e.fault();
    }
    throw new AssertionError("did not fail");
  }

  @Test
  void afterAFailedCommitNothingIsWrittenAnyMore() {
    FailingCommitter committer = new FailingCommitter();
    List<StorageException> told = new CopyOnWriteArrayList<>();
    try (EventStore store =
        new LmdbEventStore(
            directory, TestStores.SETTINGS, () -> Long.MAX_VALUE, told::add, committer)) {
      StoreDriver driver = new StoreDriver(store);
      driver.append(note(1));
      committer.fails.set(true);

      assertThat(faultOf(() -> driver.append(note(2)))).isEqualTo(Fault.BROKEN);
      committer.fails.set(false);
      assertThat(faultOf(() -> driver.append(note(2)))).isEqualTo(Fault.BROKEN);
      assertThat(faultOf(() -> driver.append(note(3)))).isEqualTo(Fault.BROKEN);
      assertThat(committer.attempts).hasValue(2);
      assertThat(told).hasSize(1);
      assertThat(store.known(note(2).id())).isEqualTo(Known.UNKNOWN);
      assertThat(driver.count(Filter.ALL)).isEqualTo(1);
      assertThat(store.lastSeq()).isEqualTo(1);
    }
    assertThat(StoreChecker.check(directory).problems()).isEmpty();
    try (EventStore again = TestStores.open(directory)) {
      assertThat(new StoreDriver(again).append(note(2))).isEqualTo(new Appended.Stored(2));
    }
  }

  @Test
  void mistakeInTheStoreItselfIsAnsweredToo() {
    List<StorageException> told = new CopyOnWriteArrayList<>();
    LongSupplier failing =
        () -> {
          throw new IllegalStateException("how much is free?");
        };
    try (EventStore store =
        new LmdbEventStore(directory, TestStores.SETTINGS, failing, told::add)) {
      StoreDriver driver = new StoreDriver(store);

      assertThat(faultOf(() -> driver.append(note(1)))).isEqualTo(Fault.BROKEN);
      assertThat(faultOf(() -> driver.append(note(2)))).isEqualTo(Fault.BROKEN);
      assertThat(told).hasSize(1);
    }
  }

  @Test
  void ordersOfTheOperatorMayUseTheReserve() {
    AtomicLong usable = new AtomicLong(RESERVE - 1);
    try (EventStore store = TestStores.withFreeSpace(directory, usable, RESERVE)) {
      StoreDriver driver = new StoreDriver(store);
      assertThat(faultOf(() -> driver.append(note(1)))).isEqualTo(Fault.FULL);
      EventStore.ReserveUse other = store.useReserve();
      try (EventStore.ReserveUse _ = store.useReserve()) {
        other.close();
        other.close();
        assertThat(driver.append(note(1))).isEqualTo(new Appended.Stored(1));
      }
      assertThat(faultOf(() -> driver.append(note(2)))).isEqualTo(Fault.FULL);
    }
  }

  @Test
  void belowTheReserveWritesAreRefusedAndReadsGoOn() {
    AtomicLong usable = new AtomicLong(RESERVE);
    try (EventStore store = TestStores.withFreeSpace(directory, usable, RESERVE)) {
      StoreDriver driver = new StoreDriver(store);
      driver.append(note(1));
      usable.set(RESERVE - 1);

      assertThat(faultOf(() -> driver.append(note(2)))).isEqualTo(Fault.FULL);
      assertThat(driver.count(Filter.ALL)).isEqualTo(1);
      assertThat(store.known(note(2).id())).isEqualTo(Known.UNKNOWN);

      usable.set(RESERVE);
      assertThat(driver.append(note(2))).isEqualTo(new Appended.Stored(2));
    }
  }

  @Test
  void fullMapLosesOnlyTheWorkThatFoundNoRoom() {
    try (EventStore store = TestStores.open(directory, TestStores.withMapBytes(2L << 20))) {
      StoreDriver driver = new StoreDriver(store);
      driver.append(note(1));
      List<Event> big =
          IntStream.range(0, 40)
              .mapToObj(i -> EventBuilder.note("x".repeat(100_000)).at(i).unsignedBy(ALICE))
              .toList();

      assertThat(faultOf(() -> driver.appendAll(big))).isEqualTo(Fault.FULL);
      assertThat(driver.count(Filter.ALL)).isEqualTo(1);
      assertThat(driver.append(note(2))).isEqualTo(new Appended.Stored(2));
      assertThat(driver.append(big.getFirst())).isEqualTo(new Appended.Stored(3));
    }
    assertThat(StoreChecker.check(directory).problems()).isEmpty();
  }

  @Test
  void shortWriteOnAFullDiskIsToldFromAFailingDisk() {
    int inputOutputError = 5;
    int noSpaceLeft = 28;
    int quotaExceeded = 122;

    assertThat(LmdbFaults.isFull(noSpaceLeft, Long.MAX_VALUE)).isTrue();
    assertThat(LmdbFaults.isFull(quotaExceeded, Long.MAX_VALUE)).isTrue();
    assertThat(LmdbFaults.isFull(inputOutputError, LmdbFaults.NO_ROOM_BYTES - 1)).isTrue();
    assertThat(LmdbFaults.isFull(inputOutputError, LmdbFaults.NO_ROOM_BYTES)).isFalse();
  }

  @Test
  void mistakeInWorkIsNotTakenForABrokenDisk() {
    try (EventStore store = TestStores.open(directory)) {
      StoreDriver driver = new StoreDriver(store);
      LmdbException mistake = new LmdbException("wrong use of the library");

      assertThatThrownBy(() ->
              driver.write(_ -> {
                throw mistake;
              }))
          .isSameAs(mistake);
      assertThat(driver.append(note(1))).isEqualTo(new Appended.Stored(1));
      assertThat(driver.sweep(NOW, 10)).isZero();
    }
  }
}
