package dev.graspd.server.git.serve.pack;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One answer for many clients: computed once, read by each at its own speed, also while it is being
 * computed. In memory while it is small, then in a file without a name, so that a killed process
 * leaves nothing. It exists while a client reads it or the cache keeps it. Thread-safe.
 */
public final class SharedAnswer implements AnswerWriter {
  /** Larger ones are in a file. */
  static final int MEMORY_BYTES_MAX = 64 << 10;

  private final Path directory;
  private final long bytesMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  private byte[] memory = new byte[1 << 10];
  private @Nullable NamelessFile file;
  private @Nullable PackJob job;
  private long written;
  private boolean finished;
  private boolean kept;

  /** The last reader stopped before the end. */
  private boolean isCut;

  private int readers;

  /**
   * Writes nothing yet.
   *
   * @param bytesMax the limit; a longer answer fails
   */
  SharedAnswer(Path directory, long bytesMax) {
    this.directory = directory;
    this.bytesMax = bytesMax;
  }

  /** Sets the job that computes it, before the first reader. */
  void computedBy(PackJob computing) {
    job = computing;
  }

  /** Returns the job that computes it. */
  public PackJob job() {
    PackJob computing = job;
    if (computing == null) {
      throw new IllegalStateException("nobody computes this answer");
    }
    return computing;
  }

  long bytes() {
    lock.lock();
    try {
      return written;
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

  /** Opens a reader at the beginning; empty if the answer was cut. */
  Optional<Reader> open() {
    lock.lock();
    try {
      if (isCut) {
        return Optional.empty();
      }
      readers++;
      return Optional.of(new Reader());
    } finally {
      lock.unlock();
    }
  }

  /** Sets whether the cache keeps it. */
  void keep(boolean keeps) {
    lock.lock();
    try {
      kept = keeps;
      releaseIfUnused();
    } finally {
      lock.unlock();
    }
  }

  private void releaseIfUnused() {
    if ((kept && !isCut) || readers > 0) {
      return;
    }
    memory = new byte[0];
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- the writer

  @Override
  public OutputStream sink() {
    return new AnswerSink(this::write);
  }

  @Override
  public void finish() {
    lock.lock();
    try {
      finished = true;
      if (file == null) {
        memory = Arrays.copyOf(memory, (int) written);
      }
      changed.signalAll();
      releaseIfUnused();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isAbandoned() {
    lock.lock();
    try {
      return isCut;
    } finally {
      lock.unlock();
    }
  }

  private void write(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      if (isCut) {
        throw new IOException("all readers of the answer have stopped");
      }
      if (written + length > bytesMax) {
        throw new IOException("the answer has more than " + bytesMax + " bytes");
      }
      if (file == null && written + length > MEMORY_BYTES_MAX) {
        moveToFile();
      }
      if (file == null) {
        if (written + length > memory.length) {
          memory = Arrays.copyOf(memory, Math.max(2 * memory.length, (int) written + length));
        }
        System.arraycopy(bytes, offset, memory, (int) written, length);
      } else {
        file.write(bytes, offset, length, written);
      }
      written += length;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void moveToFile() throws IOException {
    NamelessFile opened = NamelessFile.in(directory);
    file = opened;
    opened.write(memory, 0, (int) written, 0);
    memory = new byte[0];
  }

  /** One client's place in the answer. For one thread. */
  public final class Reader implements AnswerReader, AutoCloseable {
    private long read;
    private boolean closed;

    @Override
    public Found await(long nanos) throws InterruptedException {
      lock.lock();
      try {
        long left = nanos;
        while (read == written && !finished && left > 0) {
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

    /** Reads the file without the lock: others read and write it at the same time. */
    @Override
    public int take(byte[] buffer) throws IOException {
      NamelessFile source;
      int count;
      lock.lock();
      try {
        count = (int) Math.min(buffer.length, written - read);
        source = file;
        if (source == null) {
          System.arraycopy(memory, (int) read, buffer, 0, count);
        }
      } finally {
        lock.unlock();
      }
      if (source != null) {
        source.read(buffer, count, read);
      }
      read += count;
      return count;
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

    @Override
    public void abandon() {
      close();
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (!closed) {
          closed = true;
          readers--;
          isCut = readers == 0 && !finished;
          if (finished || isCut) {
            releaseIfUnused();
          }
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
