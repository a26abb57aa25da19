package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.concurrent.CompletableFuture;

/**
 * Sends prepared requests over one socket and takes the time until the last message of each answer:
 * EOSE for a REQ, NEG-MSG for a NEG-OPEN. Request {@code n} names its subscription by the number
 * {@code n % IDS}, so that each one takes the place of an answered one.
 */
public final class Requests {
  /** What came of it. */
  public record Result(Samples latencies, long events, long bytes, long nanos) {
    public double bytesPerSecond() {
      return bytes * 1e9 / nanos;
    }
  }

  /** Fewer than any relay allows to be open at once. */
  public static final int IDS = 8;

  private final FrameBlock frames;
  private final int count;
  private final long[] sentAt = new long[IDS];
  private final Samples latencies = new Samples();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private long events;
  private long bytes;
  private int answered;
  private int sent;

  private Requests(FrameBlock frames, int count) {
    this.frames = frames;
    this.count = count;
    if (frames.size() % IDS != 0) {
      throw new IllegalArgumentException("the requests' numbers would not go round");
    }
  }

  /** Sends at random times around this rate. */
  public static Result openLoop(
      LoadClient client, URI target, FrameBlock frames, int count, double perSecond)
      throws InterruptedException {
    Requests run = new Requests(frames, count);
    LoadSocket socket = client.open(target, run.new Answers(false));
    long begin = System.nanoTime();
    CompletableFuture<Void> sending =
        OpenLoop.start(socket.loop(), perSecond, count, n -> run.send(socket, n));
    Waiting.forAll(sending, () -> run.sent + " sent");
    return run.await(socket, begin);
  }

  /** Sends the next request when the answer to the one before it is complete. */
  public static Result oneByOne(LoadClient client, URI target, FrameBlock frames, int count)
      throws InterruptedException {
    Requests run = new Requests(frames, count);
    LoadSocket socket = client.open(target, run.new Answers(true));
    long begin = System.nanoTime();
    socket.loop().execute(() -> run.send(socket, 0));
    return run.await(socket, begin);
  }

  private Result await(LoadSocket socket, long begin) throws InterruptedException {
    Waiting.forAll(done, () -> answered + " of " + count + " answered");
    long nanos = System.nanoTime() - begin;
    socket.close();
    return new Result(latencies, events, bytes, nanos);
  }

  private void send(LoadSocket socket, int n) {
    sent++;
    sentAt[n % IDS] = System.nanoTime();
    socket.send(frames.frame(n % frames.size()));
  }

  private final class Answers implements Inbox {
    private final boolean oneByOne;

    Answers(boolean oneByOne) {
      this.oneByOne = oneByOne;
    }

    @Override
    public void message(LoadSocket socket, ByteBuf message) {
      bytes += message.readableBytes();
      switch (Messages.typeOf(message)) {
        case EVENT -> events++;
        case EOSE, NEG_MSG -> complete(socket, Messages.number(message));
        case TROUBLE ->
            done.completeExceptionally(new IllegalStateException(Messages.text(message)));
        case OK, OTHER -> {}
      }
    }

    private void complete(LoadSocket socket, int id) {
      latencies.add(System.nanoTime() - sentAt[id]);
      answered++;
      if (answered == count) {
        done.complete(null);
      } else if (oneByOne) {
        send(socket, sent);
      }
    }

    @Override
    public void closed(LoadSocket socket, String why) {
      done.completeExceptionally(new IllegalStateException(why));
    }
  }
}
