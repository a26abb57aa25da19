package dev.graspd.server.git.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An answer between the thread that computes it and the one that sends it: in memory while it is
 * small or its reader keeps up, else in a file that has no name, so that a slow reader holds no
 * computing thread and a killed process leaves nothing. When the file is full the writer waits for
 * the reader. One writer (and whoever keeps the connection alive), one reader.
 */
final class Spool implements AnswerReader, AnswerWriter, AutoCloseable {
  /** How long a computing thread waits for its reader, in all, before it takes a file. */
  static final Duration PATIENCE = Duration.ofMillis(100);

  private final Path directory;
  private final SpoolMemory memoryBudget;
  private final long fileBytesMax;
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
  private long patienceNanos;
  private boolean finished;
  private boolean abandoned;

  Spool(Path directory, SpoolMemory memoryBudget, long fileBytesMax, Duration patience) {
    this.patienceNanos = patience.toNanos();
    this.directory = directory;
    this.memoryBudget = memoryBudget;
    this.fileBytesMax = fileBytesMax;
  }

  @Override
  public OutputStream sink() {
    return new Sink();
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

  /** Says that nobody reads any more: the next write fails. */
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
      while (read == written && !finished && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (read < written) {
        return Found.BYTES;
      }
      return finished ? Found.END : Found.NOTHING_YET;
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
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean fitsInMemory(int more) throws IOException {
    failIfAbandoned();
    long needed = written + more;
    if (needed <= memory.length) {
      return true;
    }
    if (needed > SpoolMemory.ONE_ANSWER_BYTES_MAX) {
      return readerMakesRoom(more);
    }
    int grown =
        (int) Math.min(SpoolMemory.ONE_ANSWER_BYTES_MAX, Math.max(needed, 2L * memory.length));
    if (!memoryBudget.take(grown - memory.length)) {
      return false;
    }
    memory = Arrays.copyOf(memory, grown);
    return true;
  }

  /** Uses the memory again, of which a reader that keeps up has taken half by now or soon. */
  private boolean readerMakesRoom(int more) throws IOException {
    try {
      while (!isHalfRead() && patienceNanos > 0 && !abandoned) {
        patienceNanos = taken.awaitNanos(patienceNanos);
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

  /** A full file is used again from its beginning, once all of it is read. */
  private void awaitRoom(int more) throws IOException {
    failIfAbandoned();
    if (written + more <= fileBytesMax) {
      return;
    }
    try {
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
      throw new IOException("nobody reads the answer any more");
    }
  }

  private final class Sink extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      Spool.this.write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      Spool.this.write(bytes, offset, length);
    }
  }
}
