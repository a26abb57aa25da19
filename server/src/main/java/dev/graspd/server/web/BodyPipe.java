package dev.graspd.server.web;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.Exchange;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request on its way from the event loop, which never waits, to one reading thread,
 * which does. Bytes are copied into blocks: the buffers of many tiny chunks would cost far more
 * than what is in them. Thread-safe.
 */
final class BodyPipe extends InputStream {
  private static final int SMALL_BLOCK_BYTES = 4 << 10;
  private static final int BLOCK_BYTES = 64 << 10;

  /** What the reader asks of the connection, from its own thread; must not wait. */
  interface Source {
    /** The body is wanted for the first time. */
    void begin();

    /** There is room again. */
    void resume();

    /** Nothing has come for too long. */
    void stalled();

    /** The body has not come in its time; nobody reads it any more. */
    void tooSlow();
  }

  /** Makes the exception that a reader gets. */
  @FunctionalInterface
  private interface Failure {
    IOException exception();
  }

  /** Bytes between two positions of an array. */
  private static final class Block {
    private final byte[] bytes;
    private int from;
    private int to;

    Block(int size) {
      bytes = new byte[size];
    }
  }

  private final int maxBytes;
  private final long stalledNanos;
  private final ByteBudget.Charge memory;
  private final Source source;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Block> blocks = new ArrayDeque<>();
  private int held;
  private boolean begun;
  private boolean full;

  /** There was no memory for more than what is here: it goes on when all of that is read. */
  private boolean starved;

  private boolean ended;
  private boolean discarding;
  private long begunNanos;
  private long timeNanos = Long.MAX_VALUE;
  private @Nullable Failure failure;

  /**
   * An empty pipe.
   *
   * @param maxBytes that wait for the reader
   * @param memory counts what is here; a little is taken even if there is none
   */
  BodyPipe(int maxBytes, long stalledNanos, ByteBudget.Charge memory, Source source) {
    this.maxBytes = maxBytes;
    this.stalledNanos = stalledNanos;
    this.memory = memory;
    this.source = source;
  }

  /** Gives the client so long from now on for the rest of the body. */
  void readWithin(Duration time) {
    lock.lock();
    try {
      begunNanos = System.nanoTime();
      timeNanos = time.toNanos();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the reading, unless the body is complete. */
  void stop(String why) {
    if (fail(() -> new Exchange.BodyTooSlowException(why))) {
      source.tooSlow();
    }
  }

  /** What follows cannot be understood. */
  void malformed() {
    fail(MalformedBodyException::new);
  }

  /** Takes all bytes of a buffer, from the event loop; returns whether more should wait. */
  boolean offer(ByteBuf content) {
    lock.lock();
    try {
      if (discarding || failure != null) {
        return false;
      }
      while (content.isReadable()) {
        Block block = writable(content.readableBytes());
        int count = Math.min(content.readableBytes(), block.bytes.length - block.to);
        content.readBytes(block.bytes, block.to, count);
        block.to += count;
        held += count;
      }
      // Once told to wait, the loop waits until it is told to go on, whatever came meanwhile.
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
      if (!memory.growSpare(last.bytes.length)) {
        // These bytes are here already; what follows them waits outside.
        memory.force(last.bytes.length);
        starved = true;
      }
      blocks.addLast(last);
    }
    return last;
  }

  /** A client that sends little by little must not be given large blocks for it. */
  private int blockBytes(int bytes) {
    return bytes <= SMALL_BLOCK_BYTES && blocks.isEmpty() ? SMALL_BLOCK_BYTES : BLOCK_BYTES;
  }

  private void removeFirst() {
    memory.shrink(blocks.removeFirst().bytes.length);
  }

  private void clear() {
    while (!blocks.isEmpty()) {
      removeFirst();
    }
    held = 0;
  }

  /** Returns whether nobody reads the body any more. */
  boolean isDiscarding() {
    lock.lock();
    try {
      return discarding;
    } finally {
      lock.unlock();
    }
  }

  /** The body is complete. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Nothing more will come, and that is not the end of the body. */
  void fail(String why) {
    fail(() -> new ClientGoneException(why));
  }

  /** Returns whether it fails by this. */
  private boolean fail(Failure with) {
    lock.lock();
    try {
      boolean first = !ended && failure == null;
      if (first) {
        failure = with;
        clear();
      }
      changed.signalAll();
      return first;
    } finally {
      lock.unlock();
    }
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
    want();
    int count = take(target, offset, length);
    if (count > 0) {
      resumeIfThereIsRoom();
    }
    return count;
  }

  @Override
  public int available() {
    lock.lock();
    try {
      return held;
    } finally {
      lock.unlock();
    }
  }

  /** Throws away what is here and what still comes. */
  @Override
  public void close() {
    boolean wasFull;
    lock.lock();
    try {
      wasFull = full;
      discarding = true;
      clear();
      full = false;
      starved = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    // Waking the loop costs more than a small request does, so it is not done for nothing.
    if (wasFull) {
      source.resume();
    }
  }

  /** Asks for the body, if that was not done yet. */
  void want() {
    lock.lock();
    try {
      if (begun) {
        return;
      }
      begun = true;
    } finally {
      lock.unlock();
    }
    source.begin();
  }

  private int take(byte[] target, int offset, int length) throws IOException {
    lock.lock();
    try {
      if (!awaitBytes()) {
        return -1;
      }
      Block first = blocks.getFirst();
      int count = Math.min(length, first.to - first.from);
      System.arraycopy(first.bytes, first.from, target, offset, count);
      first.from += count;
      held -= count;
      if (first.from == first.to) {
        removeFirst();
      }
      return count;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for bytes; returns false at the end. The patience begins anew with each call. */
  private boolean awaitBytes() throws IOException {
    long left = stalledNanos;
    try {
      requireTime();
      while (held == 0 && !ended) {
        requireSource(left);
        long patience = Math.min(left, timeLeft());
        left -= patience - changed.awaitNanos(patience);
        requireTime();
      }
      return held > 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the client");
    }
  }

  private long timeLeft() {
    return timeNanos == Long.MAX_VALUE ? timeNanos : timeNanos - (System.nanoTime() - begunNanos);
  }

  /** Bytes that come all the time do not make a body that never ends any better. */
  private void requireTime() {
    if (!ended && failure == null && timeLeft() <= 0) {
      stop("the body took too long");
    }
  }

  private void requireSource(long nanosLeft) throws IOException {
    if (failure != null) {
      throw failure.exception();
    }
    if (discarding) {
      throw new IOException("the body was closed");
    }
    if (nanosLeft <= 0) {
      fail("the client sent nothing for too long");
      source.stalled();
      throw new ClientGoneException("the client sent nothing for too long");
    }
  }

  private void resumeIfThereIsRoom() {
    lock.lock();
    try {
      if (!full || held > (starved ? 0 : maxBytes / 2)) {
        return;
      }
      full = false;
      starved = false;
    } finally {
      lock.unlock();
    }
    source.resume();
  }
}
