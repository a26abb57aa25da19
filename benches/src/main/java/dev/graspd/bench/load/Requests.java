package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sends prepared requests and measures the time until the last message of each answer: EOSE for a
 * REQ, NEG-MSG for a NEG-OPEN. Request {@code n} has the subscription id {@code n % IDS}, so that
 * each replaces an answered one.
 */
public final class Requests {
  /** Fewer open subscriptions than any relay allows. */
  public static final int IDS = 8;

  /** Enough for all requests of a stall of the server. */
  private static final int SOCKETS = 16;

  public record Result(Samples latencies, long events, long bytes, long nanos) {
    public double bytesPerSecond() {
      return bytes * 1e9 / nanos;
    }
  }

  private final FrameBlock frames;
  private final int count;
  private final boolean oneByOne;
  private final List<Line> lines = new ArrayList<>();
  private final Samples latencies = new Samples();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private long events;
  private long bytes;
  private int answered;
  private int sent;

  private Requests(FrameBlock frames, int count, boolean oneByOne) {
    this.frames = frames;
    this.count = count;
    this.oneByOne = oneByOne;
    if (frames.size() % IDS != 0) {
      throw new IllegalArgumentException("the requests' numbers would not go round");
    }
  }

  /** Sends at random times around this rate, over some sockets. */
  public static Result openLoop(
      LoadClient client, URI target, FrameBlock frames, int count, double perSecond)
      throws InterruptedException {
    Requests run = new Requests(frames, count, false);
    run.open(client, target, SOCKETS);
    long begin = System.nanoTime();
    CompletableFuture<Void> sending =
        OpenLoop.start(run.lines.getFirst().socket.loop(), perSecond, count, run::send);
    Waiting.forAll(sending, () -> run.sent + " sent");
    return run.await(begin);
  }

  /** Sends the next request when the answer to the one before it is complete. */
  public static Result oneByOne(LoadClient client, URI target, FrameBlock frames, int count)
      throws InterruptedException {
    Requests run = new Requests(frames, count, true);
    run.open(client, target, 1);
    long begin = System.nanoTime();
    run.lines.getFirst().socket.loop().execute(() -> run.send(0));
    return run.await(begin);
  }

  private void open(LoadClient client, URI target, int sockets) throws InterruptedException {
    for (int i = 0; i < sockets; i++) {
      Line line = new Line();
      line.socket = client.open(target, line);
      lines.add(line);
    }
  }

  private Result await(long begin) throws InterruptedException {
    Waiting.forAll(done, () -> answered + " of " + count + " answered");
    long nanos = System.nanoTime() - begin;
    lines.forEach(line -> line.socket.close());
    return new Result(latencies, events, bytes, nanos);
  }

  private void send(int n) {
    sent++;
    lines.get(n / IDS % lines.size()).send(n, System.nanoTime());
  }

  /** A request and when it was due. */
  private record Due(int n, long nanos) {}

  /** One socket and its open requests. */
  private final class Line implements Inbox {
    private final List<ArrayDeque<Due>> underWay = new ArrayList<>(IDS);
    private LoadSocket socket;

    @SuppressWarnings("NullAway.Init") // the socket comes right after
    Line() {
      for (int i = 0; i < IDS; i++) {
        underWay.add(new ArrayDeque<>());
      }
    }

    /** A request waits while its number is in use, and that time counts. */
    void send(int n, long now) {
      ArrayDeque<Due> queue = underWay.get(n % IDS);
      queue.add(new Due(n, now));
      if (queue.size() == 1) {
        write(n);
      }
    }

    private void write(int n) {
      socket.send(frames.frame(n % frames.size()));
    }

    @Override
    public void message(LoadSocket from, ByteBuf message) {
      bytes += message.readableBytes();
      switch (Messages.typeOf(message)) {
        case EVENT -> events++;
        case EOSE, NEG_MSG -> complete(underWay.get(Messages.number(message)));
        case TROUBLE ->
            done.completeExceptionally(new IllegalStateException(Messages.text(message)));
        case OK, OTHER -> {}
      }
    }

    private void complete(ArrayDeque<Due> queue) {
      latencies.add(System.nanoTime() - queue.remove().nanos());
      if (!queue.isEmpty()) {
        write(queue.element().n());
      }
      answered++;
      if (answered == count) {
        done.complete(null);
      } else if (oneByOne) {
        Requests.this.send(sent);
      }
    }

    @Override
    public void closed(LoadSocket from, String why) {
      done.completeExceptionally(new IllegalStateException(why));
    }
  }
}
