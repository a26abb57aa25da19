package dev.graspd.server.web.exchange;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.net.LoopPipe;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The body of a request on its way to one reading thread. The first read asks for it, and its
 * memory is charged. When the client is gone, unread bytes are dropped. Thread-safe.
 */
public final class BodyPipe extends LoopPipe {
  /** The connection, as the reader calls it, from its own thread; must not wait. */
  public interface Source {
    /** The body is wanted for the first time. */
    void begin();

    void resume();

    /** Nothing has come for too long. */
    void stalled();

    /** The body did not arrive in time; the reader has given up. */
    void tooSlow();
  }

  private final long stalledNanos;
  private final ByteBudget.Charge memory;
  private final Source source;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile long timeEndsNanos;
  private volatile boolean isTimed;

  /** How long the client may still send nothing. Owned by the reader. */
  private long silenceNanos;

  /**
   * An empty pipe.
   *
   * @param maxBytes that wait for the reader
   * @param memory is charged with the bytes here; a little is taken even if none is left
   */
  public BodyPipe(int maxBytes, long stalledNanos, ByteBudget.Charge memory, Source source) {
    super(maxBytes);
    this.stalledNanos = stalledNanos;
    this.memory = memory;
    this.source = source;
  }

  /** Limits the time for the rest of the body, from now on. */
  public void readWithin(Duration time) {
    timeEndsNanos = System.nanoTime() + time.toNanos();
    isTimed = true;
    wakeReader();
  }

  /** Ends the reading, unless the body is complete. */
  void stop(String why) {
    if (fail(() -> new Exchange.BodyTooSlowException(why), true)) {
      source.tooSlow();
    }
  }

  public void malformed() {
    boolean _ = fail(MalformedBodyException::new, true);
  }

  /** Nothing more will come, and that is not the end of the body. */
  public void fail(String why) {
    boolean _ = fail(() -> new ClientGoneException(why), true);
  }

  /** Asks for the body, once. */
  void want() {
    if (!begun.getAndSet(true)) {
      source.begin();
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length > 0) {
      want();
    }
    return super.read(target, offset, length);
  }

  /** Throws away all bytes, also those that still arrive. */
  @Override
  public void close() {
    // Waking the loop costs more than a small request does, so only when it waits.
    if (discard()) {
      source.resume();
    }
  }

  @Override
  protected boolean takeMemory(int bytes) {
    boolean hasRoom = memory.growSpare(bytes);
    if (!hasRoom) {
      memory.force(bytes);
    }
    return hasRoom;
  }

  @Override
  protected void giveBackMemory(int bytes) {
    memory.shrink(bytes);
  }

  @Override
  protected void resume() {
    source.resume();
  }

  @Override
  protected void beginRead() {
    silenceNanos = stalledNanos;
    requireTime();
  }

  @Override
  protected long waitNanos() {
    requireTime();
    if (silenceNanos <= 0 && !isOver()) {
      fail("the client sent nothing for too long");
      source.stalled();
    }
    return Math.min(silenceNanos, timeLeft());
  }

  @Override
  protected void waited(long nanos) {
    silenceNanos -= nanos;
    requireTime();
  }

  private long timeLeft() {
    return isTimed ? timeEndsNanos - System.nanoTime() : Long.MAX_VALUE;
  }

  /** Also while bytes arrive: a body that never ends is too slow. */
  private void requireTime() {
    if (timeLeft() <= 0 && !isOver()) {
      stop("the body took too long");
    }
  }
}
