package dev.graspd.server.store.lmdb;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.store.lmdb.check.StoreChecker;
import dev.graspd.server.store.lmdb.table.Committer;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.lmdbjava.Txn;

/** The one writer: shared commits, work that fails, listeners, the end. */
@Timeout(120)
final class WriterTest {
  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  /** A commit that waits for permission, and counts. */
  private static final class GatedCommitter implements Committer {
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch mayCommit = new CountDownLatch(1);
    final AtomicInteger commits = new AtomicInteger();

    @Override
    public void commit(Txn<ByteBuffer> txn) {
      entered.countDown();
      await(mayCommit);
      commits.incrementAndGet();
      txn.commit();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private LmdbEventStore open(Committer committer) {
    return new LmdbEventStore(
        directory, TestStores.SETTINGS, () -> Long.MAX_VALUE, TestStores.unexpected(), committer);
  }

  private static Event note(int i) {
    return EventBuilder.note("n" + i).at(i).unsignedBy(ALICE);
  }

  private static CompletableFuture<Appended> append(EventStore store, Event event) {
    return store.write(transaction -> transaction.append(event, NOW)).toCompletableFuture();
  }

  @Test
  void nothingIsAnsweredOrSeenBeforeTheCommit() {
    GatedCommitter committer = new GatedCommitter();
    try (LmdbEventStore store = open(committer)) {
      AtomicInteger woken = new AtomicInteger();
      store.onCommit(woken::incrementAndGet);
      CompletableFuture<Appended> answer = append(store, note(1));
      await(committer.entered);

      assertThat(answer).isNotDone();
      assertThat(store.known(note(1).id())).isEqualTo(Known.UNKNOWN);
      assertThat(store.lastSeq()).isZero();
      assertThat(store.tail(0, 10)).isEmpty();
      assertThat(woken).hasValue(0);

      committer.mayCommit.countDown();
      assertThat(answer.join()).isEqualTo(new Appended.Stored(1));
      assertThat(store.known(note(1).id())).isEqualTo(Known.SERVED);
    }
  }

  @Test
  void whatWaitsSharesOneCommit() {
    GatedCommitter committer = new GatedCommitter();
    try (LmdbEventStore store = open(committer)) {
      List<CompletableFuture<Appended>> answers = new ArrayList<>();
      answers.add(append(store, note(0)));
      await(committer.entered);
      IntStream.range(1, 300).forEach(i -> answers.add(append(store, note(i))));
      committer.mayCommit.countDown();
      answers.forEach(CompletableFuture::join);

      assertThat(committer.commits).hasValue(2);
      assertThat(answers.stream().map(CompletableFuture::join))
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, 300).mapToObj(Appended.Stored::new).toList());
    }
  }

  @Test
  void workThatThrowsHarmsNobodyElse() {
    GatedCommitter committer = new GatedCommitter();
    try (LmdbEventStore store = open(committer)) {
      CompletableFuture<Appended> first = append(store, note(0));
      await(committer.entered);
      CompletableFuture<Appended> before = append(store, note(1));
      IllegalStateException mistake = new IllegalStateException("mistake");
      CompletableFuture<Object> bad =
          store
              .<Object>write(transaction -> {
                transaction.append(note(2), NOW);
                throw mistake;
              })
              .toCompletableFuture();
      CompletableFuture<Appended> after = append(store, note(3));
      committer.mayCommit.countDown();

      assertThat(first.join()).isEqualTo(new Appended.Stored(1));
      assertThat(before.join()).isEqualTo(new Appended.Stored(2));
      assertThat(after.join()).isEqualTo(new Appended.Stored(3));
      assertThatThrownBy(bad::join).isInstanceOf(CompletionException.class).hasCause(mistake);
      assertThat(store.known(note(2).id())).isEqualTo(Known.UNKNOWN);
    }
    assertThat(StoreChecker.check(directory).problems()).isEmpty();
  }

  @Test
  void manyWritersGetNumbersWithoutGapsInTheOrderOfTheLog() throws InterruptedException {
    long writers = 8;
    int each = 150;
    try (LmdbEventStore store = TestStores.open(directory)) {
      List<Thread> threads = new ArrayList<>();
      for (int w = 0; w < writers; w++) {
        Signer author = Signer.numbered(w);
        threads.add(Thread.ofVirtual().start(() -> appendInTurn(store, author, each)));
      }
      for (Thread thread : threads) {
        thread.join();
      }

      assertThat(store.tail(0, Integer.MAX_VALUE).stream().map(LogRecord::seq))
          .containsExactlyElementsOf(LongStream.rangeClosed(1, writers * each).boxed().toList());
      assertThat(new StoreDriver(store).count(Filter.ALL)).isEqualTo(writers * each);
    }
    assertThat(StoreChecker.check(directory).problems()).isEmpty();
  }

  private static void appendInTurn(EventStore store, Signer author, int count) {
    StoreDriver driver = new StoreDriver(store);
    long last = 0;
    for (int i = 0; i < count; i++) {
      Event event = EventBuilder.note("n" + i).at(i).unsignedBy(author);
      long seq = ((Appended.Stored) driver.append(event)).seq();
      assertThat(seq).isGreaterThan(last);
      assertThat(store.known(event.id())).isEqualTo(Known.SERVED);
      last = seq;
    }
  }

  @Test
  void moreWorkThanTheQueueHoldsWaitsAndIsDone() {
    try (LmdbEventStore store = TestStores.open(directory, TestStores.small())) {
      List<CompletableFuture<Appended>> answers =
          IntStream.range(0, 200).mapToObj(i -> append(store, note(i))).toList();

      assertThat(answers).allSatisfy(a -> assertThat(a.join()).isInstanceOf(Appended.Stored.class));
    }
  }

  @Test
  void anAnswerMayWriteAgain() {
    try (LmdbEventStore store = TestStores.open(directory, TestStores.small())) {
      CompletableFuture<Appended> chain = append(store, note(0));
      for (int i = 1; i < 50; i++) {
        Event next = note(i);
        chain = chain.thenCompose(_ -> append(store, next));
      }

      assertThat(chain.join()).isEqualTo(new Appended.Stored(50));
    }
  }

  @Test
  void listenerThatFailsDoesNotStopTheOthers() {
    try (LmdbEventStore store = TestStores.open(directory)) {
      CountDownLatch woken = new CountDownLatch(2);
      store.onCommit(() -> {
        throw new IllegalStateException("listener");
      });
      store.onCommit(woken::countDown);
      append(store, note(1)).join();
      append(store, note(2)).join();

      await(woken);
      assertThat(store.lastSeq()).isEqualTo(2);
    }
  }

  @Test
  void closingFinishesWhatWaitsAndRefusesTheRest() {
    GatedCommitter committer = new GatedCommitter();
    LmdbEventStore store = open(committer);
    List<CompletableFuture<Appended>> answers =
        IntStream.range(0, 20).mapToObj(i -> append(store, note(i))).toList();
    await(committer.entered);
    Thread closing = Thread.ofVirtual().start(store::close);
    committer.mayCommit.countDown();

    assertThat(answers).allSatisfy(a -> assertThat(a.join()).isInstanceOf(Appended.Stored.class));
    joined(closing);
    assertThatThrownBy(() -> append(store, note(99)).join())
        .hasCauseInstanceOf(StorageException.class);
    assertThatThrownBy(() -> store.known(note(1).id()))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> assertThat(e.fault()).isEqualTo(StorageException.Fault.CLOSED));
    try (LmdbEventStore again = TestStores.open(directory)) {
      assertThat(again.stats().servedEvents()).isEqualTo(20);
    }
  }

  private static void joined(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
