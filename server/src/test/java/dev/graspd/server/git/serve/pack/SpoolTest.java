package dev.graspd.server.git.serve.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.charge.UnitBudget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  @TempDir Path directory;

  private final UnitBudget memory = new UnitBudget(2 << 20);
  private final AtomicLong now = new AtomicLong();

  private long left() {
    return memory.max() - memory.used();
  }

  @Test
  void smallAnswerStaysInMemoryAndGivesItBack() throws IOException, InterruptedException {
    try (Spool spool = spool(1 << 30)) {
      spool.sink().write(bytes(10_000));
      spool.finish();
      assertThat(left()).isLessThan(2 << 20);
      assertThat(all(spool)).isEqualTo(bytes(10_000));
    }
    assertThat(left()).isEqualTo(2 << 20);
  }

  @Test
  void largeAnswerWaitsInAFileWithoutAName() throws IOException, InterruptedException {
    try (Spool spool = spool(1 << 30)) {
      spool.sink().write(bytes(5 << 20));
      spool.finish();
      assertThat(left()).isEqualTo(2 << 20);
      assertThat(spool.isInFile()).isTrue();
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files).isEmpty();
      }
      assertThat(all(spool)).isEqualTo(bytes(5 << 20));
    }
  }

  @Test
  void largeAnswerStaysInMemoryWhileItsReaderKeepsUp() throws IOException, InterruptedException {
    Duration patience = Duration.ofNanos(WAIT_NANOS);
    try (Spool spool = new Spool(directory, memory, 1 << 30, patience, now::get)) {
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(() -> write(spool, bytes(20 << 20)));
      assertThat(all(spool)).isEqualTo(bytes(20 << 20));
      assertThat(writing.join()).isNull();
      assertThat(spool.isInFile()).isFalse();
      assertThat(left()).isGreaterThanOrEqualTo(1 << 20);
    }
    assertThat(left()).isEqualTo(2 << 20);
  }

  @Test
  void writerWaitsNoLongerThanItsPatience() throws IOException, InterruptedException {
    try (Spool spool = new Spool(directory, memory, 1 << 30, Duration.ofNanos(1), now::get)) {
      write(spool, bytes(2 << 20));
      assertThat(spool.isInFile()).isTrue();
      assertThat(all(spool)).isEqualTo(bytes(2 << 20));
    }
  }

  @Test
  void writerThatWaitsForItsReaderIsToldThatItIsGone() throws IOException, InterruptedException {
    Duration patience = Duration.ofNanos(WAIT_NANOS);
    try (Spool spool = new Spool(directory, memory, 1 << 30, patience, now::get)) {
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(() -> write(spool, bytes(20 << 20)));
      assertThat(spool.await(WAIT_NANOS)).isEqualTo(AnswerReader.Found.BYTES);
      spool.abandon();
      assertThat(writing.handle((_, fault) -> fault).join())
          .hasRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void whenMemoryIsScarceEvenSmallAnswersGoToAFile() throws IOException, InterruptedException {
    assertThat(memory.take(2 << 20)).isTrue();
    try (Spool spool = spool(1 << 30)) {
      spool.sink().write(bytes(100));
      spool.finish();
      assertThat(all(spool)).isEqualTo(bytes(100));
    }
  }

  @Test
  void writerWaitsForTheReaderWhenTheFileIsFull() throws IOException, InterruptedException {
    try (Spool spool = spool(3 << 20)) {
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(() -> write(spool, bytes(20 << 20)));
      assertThat(all(spool)).isEqualTo(bytes(20 << 20));
      assertThat(writing.join()).isNull();
    }
  }

  @Test
  void readerSeesNothingYetBeforeSomethingCame() throws IOException, InterruptedException {
    try (Spool spool = spool(1 << 30)) {
      assertThat(spool.await(1)).isEqualTo(AnswerReader.Found.NOTHING_YET);
      spool.sink().write('a');
      assertThat(spool.await(1)).isEqualTo(AnswerReader.Found.BYTES);
      assertThat(spool.take(new byte[10])).isEqualTo(1);
      spool.finish();
      assertThat(spool.await(1)).isEqualTo(AnswerReader.Found.END);
    }
  }

  @Test
  void nobodyWritesForAReaderThatIsGone() throws IOException {
    try (Spool spool = spool(1 << 30)) {
      spool.sink().write('a');
      spool.abandon();
      assertThatThrownBy(() -> spool.sink().write('b')).isInstanceOf(IOException.class);
    }
  }

  @Test
  void closedSpoolTakesNothing() throws IOException {
    Spool spool = spool(1 << 30);
    spool.sink().write(bytes(2 << 20));
    spool.close();
    assertThatThrownBy(() -> spool.sink().write('b')).isInstanceOf(IOException.class);
    assertThat(left()).isEqualTo(2 << 20);
  }

  @Test
  void readerIsNotWokenForAFewBytesBeforeTheEnd() throws IOException {
    try (Spool spool = spool(1 << 30)) {
      CompletableFuture<Integer> first = firstTake(spool);
      spool.sink().write(bytes(13));
      spool.sink().write(bytes(5_000));
      spool.finish();
      assertThat(first.join()).isEqualTo(5_013);
    }
  }

  @Test
  void readerThatHasWaitedAWhileIsWokenForAFewBytes() throws IOException {
    try (Spool spool = spool(1 << 30)) {
      CompletableFuture<Integer> first = firstTake(spool);
      now.addAndGet(TimeUnit.MILLISECONDS.toNanos(20));
      spool.sink().write(bytes(13));
      assertThat(first.orTimeout(WAIT_NANOS / 2, TimeUnit.NANOSECONDS).join()).isEqualTo(13);
    }
  }

  @Test
  void readerIsWokenForManyBytes() throws IOException {
    try (Spool spool = spool(1 << 30)) {
      CompletableFuture<Integer> first = firstTake(spool);
      spool.sink().write(bytes(32 << 10));
      assertThat(first.orTimeout(WAIT_NANOS / 2, TimeUnit.NANOSECONDS).join()).isEqualTo(32 << 10);
    }
  }

  @Test
  void answerIsCompleteWhenItsWriterHasFinished() throws IOException {
    try (Spool spool = spool(1 << 30)) {
      spool.sink().write('a');
      assertThat(spool.isComplete()).isFalse();
      spool.finish();
      assertThat(spool.isComplete()).isTrue();
    }
  }

  /** Returns how much the reader takes at first, once it waits. */
  private static CompletableFuture<Integer> firstTake(Spool spool) {
    CompletableFuture<Integer> first = new CompletableFuture<>();
    Thread reader =
        Thread.ofPlatform()
            .start(() -> {
              try {
                AnswerReader.Found _ = spool.await(WAIT_NANOS);
                first.complete(spool.take(new byte[64 << 10]));
              } catch (IOException | InterruptedException e) {
                first.completeExceptionally(e);
              }
            });
    while (reader.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return first;
  }

  private Spool spool(long fileBytesMax) {
    return new Spool(directory, memory, fileBytesMax, Duration.ZERO, now::get);
  }

  private static void write(Spool spool, byte[] bytes) {
    try {
      for (int done = 0; done < bytes.length; done += 65_520) {
        spool.sink().write(bytes, done, Math.min(65_520, bytes.length - done));
      }
      spool.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] all(Spool spool) throws IOException, InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[8_192];
    while (spool.await(WAIT_NANOS) == AnswerReader.Found.BYTES) {
      all.write(buffer, 0, spool.take(buffer));
    }
    return all.toByteArray();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
