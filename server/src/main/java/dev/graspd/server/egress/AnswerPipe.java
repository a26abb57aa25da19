package dev.graspd.server.egress;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer on its way from the event loop, which never waits, to one reading thread,
 * which does. What came before a failure can still be read. Thread-safe.
 */
final class AnswerPipe extends InputStream {
  /**
   * Bytes that may wait for the reader before the connection is told to wait. When a sender hangs
   * up, what the kernel has taken from it comes in addition: Netty reads it at once, wanted or not.
   */
  static final int HELD_BYTES_MAX = 256 << 10;

  private static final int FIRST_BYTES = 8 << 10;

  /** What the reader asks of the connection, from its own thread; must not wait. */
  interface Source {
    /** There is room again. */
    void resume();

    /** Nothing more is wanted. */
    void cut();
  }

  private final Errand errand;
  private final SpeedWatch speed;
  private final Source source;
  private final Runnable onCancel;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private byte[] buffer = new byte[FIRST_BYTES];
  private int from;
  private int to;
  private boolean full;
  private boolean ended;
  private boolean closed;
  private @Nullable Failure failure;

  AnswerPipe(Errand errand, Source source) {
    this.errand = errand;
    this.speed = new SpeedWatch(errand.limits());
    this.source = source;
    this.onCancel = () -> fail(new Failure.Cancelled());
  }

  /** Is to be called once, before anything is offered. */
  void begin() {
    errand.onCancel(onCancel);
  }

  /** Takes all bytes of a buffer, from the event loop; returns whether more should wait. */
  boolean offer(ByteBuf content) {
    lock.lock();
    try {
      if (closed || failure != null) {
        return false;
      }
      int count = content.readableBytes();
      makeRoom(count);
      content.readBytes(buffer, to, count);
      to += count;
      full |= to - from >= HELD_BYTES_MAX;
      changed.signalAll();
      return full;
    } finally {
      lock.unlock();
    }
  }

  private void makeRoom(int count) {
    if (to + count <= buffer.length) {
      return;
    }
    int held = to - from;
    // Twice what is held: so that bytes are moved once on average, not again and again.
    byte[] target =
        2 * (held + count) <= buffer.length ? buffer : new byte[Math.max(16, 2 * (held + count))];
    System.arraycopy(buffer, from, target, 0, held);
    buffer = target;
    from = 0;
    to = held;
  }

  /**
   * The body is complete; not if it failed before: without a length, a connection that we cut looks
   * like an end.
   */
  void end() {
    errand.forget(onCancel);
    lock.lock();
    try {
      ended = failure == null;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Nothing more will come, and that is not the end of the body; the first reason counts. */
  void fail(Failure why) {
    errand.forget(onCancel);
    lock.lock();
    try {
      if (ended || failure != null) {
        return;
      }
      failure = why;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    source.cut();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    int count;
    boolean resume;
    lock.lock();
    try {
      if (!awaitBytes()) {
        return -1;
      }
      count = Math.min(length, to - from);
      System.arraycopy(buffer, from, target, offset, count);
      from += count;
      speed.received(count);
      resume = full && to - from <= HELD_BYTES_MAX / 2;
      full &= !resume;
    } finally {
      lock.unlock();
    }
    if (resume) {
      source.resume();
    }
    return count;
  }

  @Override
  public int available() {
    lock.lock();
    try {
      return to - from;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    errand.forget(onCancel);
    lock.lock();
    try {
      closed = true;
      buffer = Arrays.copyOf(buffer, 0);
      from = 0;
      to = 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    source.cut();
  }

  /** Waits for bytes; returns false at the end. */
  private boolean awaitBytes() throws IOException {
    try {
      while (to == from && !ended) {
        requireSource();
        long before = errand.nanoTime();
        var _ = changed.awaitNanos(Math.min(speed.nanosLeft(), errand.nanosLeft()));
        speed.waited(errand.nanoTime() - before);
      }
      return to > from;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for an answer");
    }
  }

  private void requireSource() throws IOException {
    if (closed) {
      throw new IOException("the answer was closed");
    }
    if (failure == null) {
      failure = tooLate();
      if (failure == null) {
        return;
      }
      source.cut();
    }
    throw new StreamException(failure);
  }

  private @Nullable Failure tooLate() {
    if (errand.nanosLeft() <= 0) {
      return Patience.over();
    }
    return speed.nanosLeft() <= 0 ? Patience.tooSlow(errand.limits()) : null;
  }
}
