package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.server.charge.InboundPace;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.budget.RefusedException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The body of a push. It separates faults of the client from ours, and measures its speed. Read by
 * one thread at a time, watched by others.
 */
final class ClientBody extends FilterInputStream implements PushPlaces.Occupant {
  /** The client is gone, or its connection too slow. */
  static final class GoneException extends IOException {
    private static final long serialVersionUID = 1L;

    private final IOException fault;

    GoneException(IOException fault) {
      super(fault);
      this.fault = fault;
    }

    IOException fault() {
      return fault;
    }
  }

  /** Small: the server may drain many refused pushes at a time. */
  private static final int DRAIN_BUFFER_BYTES = 4 << 10;

  private final Exchange exchange;
  private final IngestLimits limits;
  private final PushLimits times;
  private final LongSupplier nanoTime;
  private final Object paceLock = new Object();
  private @Nullable InboundPace pace;
  private boolean isWaiting;
  private long enteredNanos;
  private long enteredAtBytes;
  private long readBytes;
  private long moreTimeAtBytes = Long.MAX_VALUE;
  private long packBeganNanos;
  private long packBeganAtBytes;

  ClientBody(Exchange exchange, IngestLimits limits, PushLimits times, LongSupplier nanoTime) {
    super(exchange.body(limits.pushBytes() + CommandListReader.bytesMax(limits.commands())));
    this.exchange = exchange;
    this.limits = limits;
    this.times = times;
    this.nanoTime = nanoTime;
    exchange.readWithin(times.commandTime());
  }

  long readBytes() {
    synchronized (paceLock) {
      return readBytes;
    }
  }

  /** The pack follows: it has its own time, which grows with the bytes that arrive. */
  void beginPack() {
    packBeganNanos = nanoTime.getAsLong();
    packBeganAtBytes = readBytes();
    giveTime(packBeganAtBytes);
  }

  private void giveTime(long bytes) {
    long packBytes = bytes - packBeganAtBytes;
    moreTimeAtBytes = bytes - packBytes % PushLimits.STEP_BYTES + PushLimits.STEP_BYTES;
    long passed = nanoTime.getAsLong() - packBeganNanos;
    exchange.readWithin(times.packTime(packBytes).minusNanos(passed));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    setWaiting(true);
    try {
      int read = in.read(bytes, offset, length);
      received(Math.max(0, read));
      return read;
    } catch (Exchange.BodyTooLargeException e) {
      throw IngestFaults.tooLarge(limits.pushBytes());
    } catch (Exchange.BodyTooSlowException e) {
      throw new RefusedException(PushReason.PUSH_TOO_SLOW.refusal(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      throw new GoneException(e);
    } finally {
      setWaiting(false);
    }
  }

  private void setWaiting(boolean waits) {
    synchronized (paceLock) {
      isWaiting = waits;
    }
  }

  private void received(int bytes) {
    long now;
    synchronized (paceLock) {
      readBytes += bytes;
      now = readBytes;
      if (pace != null) {
        pace.received(bytes);
      }
    }
    if (now >= moreTimeAtBytes) {
      giveTime(now);
    }
  }

  @Override
  public void entered(long nowNanos) {
    synchronized (paceLock) {
      pace = new InboundPace(times.paceBytesPerSecond(), times.paceWindow(), nowNanos);
      enteredNanos = nowNanos;
      enteredAtBytes = readBytes;
    }
  }

  @Override
  public boolean isTooSlow(long nowNanos) {
    synchronized (paceLock) {
      // A push whose pack is being checked does not wait for its client.
      return pace != null && pace.isTooSlow(nowNanos) && isWaiting;
    }
  }

  @Override
  public double bytesPerSecond(long nowNanos) {
    synchronized (paceLock) {
      double seconds = Math.max(1, nowNanos - enteredNanos) / 1e9;
      return (readBytes - enteredAtBytes) / seconds;
    }
  }

  @Override
  public void evict() {
    exchange.stopReading(
        "it brings less than %,d bytes a second, and others wait"
            .formatted(times.paceBytesPerSecond()));
  }

  /** Reads the rest and drops it: a client reads the answer only after it has sent everything. */
  void drain(Duration time) throws IOException {
    moreTimeAtBytes = Long.MAX_VALUE;
    exchange.readWithin(time);
    long start = nanoTime.getAsLong();
    byte[] buffer = new byte[DRAIN_BUFFER_BYTES];
    try {
      while (read(buffer, 0, buffer.length) >= 0
          && nanoTime.getAsLong() - start < time.toNanos()) {}
    } catch (RefusedException e) {
      // It sends more than any push may have, or takes too long: we stop here.
    }
  }
}
