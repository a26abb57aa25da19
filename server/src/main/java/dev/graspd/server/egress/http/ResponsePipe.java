package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.net.LoopPipe;
import java.io.IOException;

/**
 * The body of an answer on its way to one reading thread. Bytes that came before a failure can
 * still be read. Thread-safe.
 */
final class ResponsePipe extends LoopPipe {
  /**
   * Bytes that may wait for the reader before we stop reading the socket. When a sender hangs up,
   * the bytes in the kernel come in addition: Netty reads them at once.
   */
  static final int HELD_BYTES_MAX = 256 << 10;

  /** The connection, as the reader calls it from its own thread; must not wait. */
  interface Source {
    void resume();

    /** The reader needs no further bytes. */
    void cut();
  }

  private final FetchDeadline deadline;
  private final SpeedWatch speed;
  private final Source source;
  private final Runnable onCancel;

  /** When the reader began to wait. Owned by the reader. */
  private long waitBegunNanos;

  ResponsePipe(FetchDeadline deadline, Source source) {
    super(HELD_BYTES_MAX);
    this.deadline = deadline;
    this.speed = new SpeedWatch(deadline.limits());
    this.source = source;
    this.onCancel = () -> fail(new Failure.Cancelled());
  }

  /** Call this once, before the first offer. */
  void begin() {
    deadline.onCancel(onCancel);
  }

  @Override
  public void end() {
    deadline.forget(onCancel);
    super.end();
  }

  /** The body ends too early; the first reason counts. */
  void fail(Failure why) {
    deadline.forget(onCancel);
    if (fail(() -> new StreamException(why), false)) {
      source.cut();
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = super.read(target, offset, length);
    speed.received(Math.max(0, count));
    return count;
  }

  @Override
  public void close() {
    deadline.forget(onCancel);
    boolean _ = discard();
    source.cut();
  }

  @Override
  protected void resume() {
    source.resume();
  }

  @Override
  protected long waitNanos() {
    long inAll = deadline.nanosLeft();
    if (inAll <= 0) {
      fail(ConnectTimeouts.over());
    } else if (speed.nanosLeft() <= 0) {
      fail(ConnectTimeouts.tooSlow(deadline.limits()));
    }
    waitBegunNanos = deadline.nanoTime();
    return Math.min(speed.nanosLeft(), inAll);
  }

  @Override
  protected void waited(long nanos) {
    speed.waited(deadline.nanoTime() - waitBegunNanos);
  }
}
