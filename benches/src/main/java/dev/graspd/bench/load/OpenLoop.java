package dev.graspd.bench.load;

import io.netty.channel.EventLoop;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Sends at random times around a fixed rate, with or without answers: a server that stalls still
 * gets the requests of that time.
 */
public final class OpenLoop {
  private static final long SEED = 7;

  private final EventLoop loop;
  private final double nanosBetween;
  private final int count;
  private final IntConsumer send;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private long due;
  private int sent;

  private OpenLoop(EventLoop loop, double perSecond, int count, IntConsumer send) {
    this.loop = loop;
    this.nanosBetween = 1e9 / perSecond;
    this.count = count;
    this.send = send;
  }

  /** Starts sending on the loop; the future ends after the last one is sent. */
  public static CompletableFuture<Void> start(
      EventLoop loop, double perSecond, int count, IntConsumer send) {
    OpenLoop run = new OpenLoop(loop, perSecond, count, send);
    run.due = System.nanoTime();
    loop.execute(run::step);
    return run.done;
  }

  private void step() {
    try {
      while (sent < count && due <= System.nanoTime()) {
        send.accept(sent++);
        due += (long) (-Math.log(1 - random.nextDouble()) * nanosBetween);
      }
    } catch (RuntimeException e) {
      done.completeExceptionally(e);
      return;
    }
    if (sent == count) {
      done.complete(null);
    } else {
      var _ = loop.schedule(this::step, due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }
}
