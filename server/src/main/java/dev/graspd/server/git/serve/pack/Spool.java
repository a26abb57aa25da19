package dev.graspd.server.git.serve.pack;

import dev.graspd.server.charge.UnitBudget;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A buffer between the thread that computes an answer and the one that sends it: in memory while it
 * is small or its reader keeps up, otherwise in a file without a name, so that a slow reader holds
 * no computing thread and a killed process leaves nothing. When the file is full, the writer waits
 * for the reader. One writer (and the keep-alive), one reader.
 */
public final class Spool implements AnswerReader, AnswerWriter, AutoCloseable {
  /** Memory that one answer may take. */
  static final int MEMORY_BYTES_MAX = 1 << 20;

  /** How long a computing thread waits for its reader, in total, before it uses a file. */
  public static final Duration READER_WAIT_MAX = Duration.ofMillis(100);

  /** With so many bytes the reader goes on at once. */
  private static final int TELL_BYTES = 32 << 10;

  /** With fewer, it goes on if it has waited so long, or at the end: waking it has its price. */
  private static final long TELL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Path directory;
  private final UnitBudget memoryBudget;
  private final long fileBytesMax;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();

  /** For the reader: something came. */
  private final Condition changed = lock.newCondition();

  /** For the writer: there may be room. */
  private final Condition taken = lock.newCondition();

  private byte[] memory = new byte[0];
  private @Nullable NamelessFile file;

  /** Counted from the beginning of the memory or of the file. */
  private long written;

  private long read;

  /** Since when the reader waits, or has waited last. */
  private long readerWaitsSince;

  private long readerWaitNanos;
  private boolean finished;
  private boolean abandoned;

  public Spool(
      Path directory,
      UnitBudget memoryBudget,
      long fileBytesMax,
      Duration readerWait,
      LongSupplier nanoTime) {
    this.readerWaitNanos = readerWait.toNanos();
    this.directory = directory;
    this.memoryBudget = memoryBudget;
    this.fileBytesMax = fileBytesMax;
    this.nanoTime = nanoTime;
    this.readerWaitsSince = nanoTime.getAsLong();
  }

  @Override
  public OutputStream sink() {
    return new AnswerSink(this::write);
  }

  @Override
  public void finish() {
    lock.lock();
    try {
      finished = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void abandon() {
    lock.lock();
    try {
      abandoned = true;
      changed.signalAll();
      taken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isAbandoned() {
    lock.lock();
    try {
      return abandoned;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Found await(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      readerWaitsSince = nanoTime.getAsLong();
      while (read == written && !finished && left > 0) {
        left = changed.awaitNanos(left);
      }
      // A few bytes are mostly the beginning of more.
      left = Math.min(nanos, TELL_NANOS);
      while (hasLittle() && left > 0) {
        left = changed.awaitNanos(left);
      }
      return Found.of(read < written, finished);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long ready() {
    lock.lock();
    try {
      return written - read;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int take(byte[] buffer) throws IOException {
    lock.lock();
    try {
      int count = (int) Math.min(buffer.length, written - read);
      if (file == null) {
        System.arraycopy(memory, (int) read, buffer, 0, count);
      } else {
        file.read(buffer, count, read);
      }
      read += count;
      if (read == written || isHalfRead()) {
        taken.signalAll();
      }
      return count;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isComplete() {
    lock.lock();
    try {
      return finished;
    } finally {
      lock.unlock();
    }
  }

  boolean isInFile() {
    lock.lock();
    try {
      return file != null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      abandoned = true;
      releaseMemory();
      if (file != null) {
        file.close();
      }
      changed.signalAll();
      taken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void write(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      if (file == null && !fitsInMemory(length)) {
        moveToFile();
      }
      if (file == null) {
        System.arraycopy(bytes, offset, memory, (int) written, length);
      } else {
        awaitRoom(length);
        file.write(bytes, offset, length, written);
      }
      written += length;
      tellReader();
    } finally {
      lock.unlock();
    }
  }

  private boolean hasLittle() {
    return read < written && written - read < TELL_BYTES && !finished;
  }

  private void tellReader() {
    if (!hasLittle() || nanoTime.getAsLong() - readerWaitsSince >= TELL_NANOS) {
      changed.signalAll();
    }
  }

  private boolean fitsInMemory(int more) throws IOException {
    failIfAbandoned();
    long needed = written + more;
    if (needed <= memory.length) {
      return true;
    }
    if (needed > MEMORY_BYTES_MAX) {
      return readerMakesRoom(more);
    }
    int grown = (int) Math.min(MEMORY_BYTES_MAX, Math.max(needed, 2L * memory.length));
    if (!memoryBudget.take(grown - memory.length)) {
      return false;
    }
    memory = Arrays.copyOf(memory, grown);
    return true;
  }

  /** Moves unread bytes to the front, after the reader has taken half of the memory. */
  private boolean readerMakesRoom(int more) throws IOException {
    try {
      changed.signalAll();
      while (!isHalfRead() && readerWaitNanos > 0 && !abandoned) {
        readerWaitNanos = taken.awaitNanos(readerWaitNanos);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    failIfAbandoned();
    if (!isHalfRead() || written - read + more > memory.length) {
      return false;
    }
    System.arraycopy(memory, (int) read, memory, 0, (int) (written - read));
    written -= read;
    read = 0;
    return true;
  }

  private boolean isHalfRead() {
    return file == null && read > 0 && read >= memory.length / 2;
  }

  private static IOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted while waiting for the reader", cause);
  }

  private void moveToFile() throws IOException {
    NamelessFile opened = NamelessFile.in(directory);
    file = opened;
    opened.write(memory, 0, (int) written, 0);
    releaseMemory();
  }

  private void releaseMemory() {
    memoryBudget.giveBack(memory.length);
    memory = new byte[0];
  }

  /** Starts a full file again from its beginning, after the reader has read all of it. */
  private void awaitRoom(int more) throws IOException {
    failIfAbandoned();
    if (written + more <= fileBytesMax) {
      return;
    }
    try {
      changed.signalAll();
      while (read < written && !abandoned) {
        taken.await();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    failIfAbandoned();
    written = 0;
    read = 0;
  }

  private void failIfAbandoned() throws IOException {
    if (abandoned) {
      throw new IOException("the reader of the answer has stopped");
    }
  }
}
