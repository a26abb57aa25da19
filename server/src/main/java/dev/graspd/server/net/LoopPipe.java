package dev.graspd.server.net;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way from an event loop, which never waits, to one reading thread, which does.
 * Bytes are copied into blocks: the buffers of many tiny chunks would cost far more than their
 * content. A subclass decides how long the reader waits and whether bytes remain after a failure.
 * Thread-safe.
 */
public abstract class LoopPipe extends InputStream {
  private static final int SMALL_BLOCK_BYTES = 4 << 10;
  private static final int BLOCK_BYTES = 64 << 10;

  private static final class Block {
    private final byte[] bytes;
    private int from;
    private int to;

    Block(int size) {
      bytes = new byte[size];
    }
  }

  private final int maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Block> blocks = new ArrayDeque<>();
  private int held;
  private boolean full;

  /** There was no memory for more bytes; the loop continues when all of them are read. */
  private boolean starved;

  private boolean ended;
  private boolean closed;
  private @Nullable Supplier<IOException> failure;

  /**
   * An empty pipe.
   *
   * @param maxBytes that wait for the reader before the event loop has to wait
   */
  protected LoopPipe(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  // ---- decisions of a subclass; all but resume() under the pipe's lock

  /** Counts a block in any case; returns false if the loop must wait until all is read. */
  protected boolean takeMemory(int bytes) {
    return true;
  }

  /** A block is gone. */
  protected void giveBackMemory(int bytes) {}

  /** A read begins, with or without bytes at hand. */
  protected void beginRead() {}

  /** Returns how long the reader waits for bytes now; not positive if the pipe has failed. */
  protected abstract long waitNanos();

  /** The reader has waited this long, with or without new bytes. */
  protected abstract void waited(long nanos);

  /** Tells the event loop that there is room again; called by the reader. */
  protected abstract void resume();

  // ---- from the event loop

  /** Takes all bytes of a buffer; returns whether more should wait. */
  public final boolean offer(ByteBuf content) {
    lock.lock();
    try {
      if (closed || failure != null) {
        return false;
      }
      while (content.isReadable()) {
        Block block = writable(content.readableBytes());
        int count = Math.min(content.readableBytes(), block.bytes.length - block.to);
        content.readBytes(block.bytes, block.to, count);
        block.to += count;
        held += count;
      }
      // A loop that has to wait goes on only when it is called, whatever came meanwhile.
      full |= held >= maxBytes || starved;
      changed.signalAll();
      return full;
    } finally {
      lock.unlock();
    }
  }

  private Block writable(int bytes) {
    Block last = blocks.peekLast();
    if (last == null || last.to == last.bytes.length) {
      last = new Block(blockBytes(bytes));
      // These bytes are here already; the next ones wait in the socket.
      starved |= !takeMemory(last.bytes.length);
      blocks.addLast(last);
    }
    return last;
  }

  /** A sender that sends little by little must not be given large blocks for it. */
  private int blockBytes(int bytes) {
    return bytes <= SMALL_BLOCK_BYTES && blocks.isEmpty() ? SMALL_BLOCK_BYTES : BLOCK_BYTES;
  }

  private void removeFirst() {
    giveBackMemory(blocks.removeFirst().bytes.length);
  }

  private void clear() {
    while (!blocks.isEmpty()) {
      removeFirst();
    }
    held = 0;
  }

  /** All has come; not if it failed before: a connection that we cut looks like an end too. */
  public void end() {
    lock.lock();
    try {
      ended = failure == null;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Nothing more will come, and that is not the end; returns whether this is the first reason.
   *
   * @param drops whether unread bytes are gone too
   */
  protected final boolean fail(Supplier<IOException> why, boolean drops) {
    lock.lock();
    try {
      boolean isFirst = !ended && failure == null;
      if (isFirst) {
        failure = why;
        if (drops) {
          clear();
        }
      }
      changed.signalAll();
      return isFirst;
    } finally {
      lock.unlock();
    }
  }

  // ---- from any thread

  /** Returns whether nobody reads any more. */
  public final boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether nothing that comes changes anything. */
  protected final boolean isOver() {
    lock.lock();
    try {
      return closed || ended || failure != null;
    } finally {
      lock.unlock();
    }
  }

  /** Lets a reader that waits ask again how long it may. */
  protected final void wakeReader() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Throws away all bytes, also those that still arrive; returns whether the loop waits. */
  protected final boolean discard() {
    lock.lock();
    try {
      boolean wasFull = full;
      closed = true;
      clear();
      full = false;
      starved = false;
      changed.signalAll();
      return wasFull;
    } finally {
      lock.unlock();
    }
  }

  // ---- from the reader

  @Override
  public final int read() throws IOException {
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
    boolean resumes;
    lock.lock();
    try {
      if (!awaitBytes()) {
        return -1;
      }
      count = take(target, offset, length);
      resumes = full && held <= (starved ? 0 : maxBytes / 2);
      full &= !resumes;
      starved &= !resumes;
    } finally {
      lock.unlock();
    }
    if (resumes) {
      resume();
    }
    return count;
  }

  private int take(byte[] target, int offset, int length) {
    Block first = blocks.getFirst();
    int count = Math.min(length, first.to - first.from);
    System.arraycopy(first.bytes, first.from, target, offset, count);
    first.from += count;
    held -= count;
    if (first.from == first.to) {
      removeFirst();
    }
    return count;
  }

  /** Waits for bytes; returns false at the end. */
  private boolean awaitBytes() throws IOException {
    beginRead();
    try {
      while (held == 0 && !ended) {
        if (failure != null) {
          throw failure.get();
        }
        if (closed) {
          throw new IOException("the pipe was closed");
        }
        long limit = waitNanos();
        if (limit > 0) {
          waited(limit - changed.awaitNanos(limit));
        }
      }
      return held > 0;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the sender");
    }
  }

  @Override
  public final int available() {
    lock.lock();
    try {
      return held;
    } finally {
      lock.unlock();
    }
  }
}
