package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Publishes a block of events over some sockets, each with a window of unanswered ones. */
public final class Ingest {
  public record Result(int accepted, int duplicates, int refused, String firstRefusal, long nanos) {
    public double perSecond() {
      return (accepted + duplicates + refused) * 1e9 / nanos;
    }
  }

  public record Shape(int sockets, int window) {}

  private final FrameBlock frames;
  private final int window;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private int answered;
  private int accepted;
  private int duplicates;
  private String firstRefusal = "";

  private Ingest(FrameBlock frames, int window) {
    this.frames = frames;
    this.window = window;
  }

  /** Sends all frames and waits for all answers. */
  public static Result run(LoadClient client, URI target, FrameBlock frames, Shape shape)
      throws InterruptedException {
    Ingest run = new Ingest(frames, shape.window());
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < shape.sockets(); i++) {
      Lane lane = run.new Lane(share(frames, i, shape), share(frames, i + 1, shape));
      lane.open(client.open(target, lane));
      lanes.add(lane);
    }
    long begin = System.nanoTime();
    lanes.forEach(Lane::start);
    Waiting.forAll(run.done, () -> run.answered + " of " + frames.size() + " answered");
    long nanos = System.nanoTime() - begin;
    lanes.forEach(Lane::close);
    return run.result(nanos);
  }

  /** Sends events that must all be new and accepted; returns events per second. */
  public static double welcomed(LoadClient client, URI target, FrameBlock frames, Shape shape)
      throws InterruptedException {
    Result result = run(client, target, frames, shape);
    if (result.accepted() != frames.size()) {
      throw new IllegalStateException(
          result.accepted() + " events were accepted: " + result.firstRefusal());
    }
    return result.perSecond();
  }

  private static int share(FrameBlock frames, int i, Shape shape) {
    return (int) ((long) frames.size() * i / shape.sockets());
  }

  private Result result(long nanos) {
    int refused = answered - accepted - duplicates;
    return new Result(accepted, duplicates, refused, firstRefusal, nanos);
  }

  /** One socket's part. All lanes are on the client's only event loop. */
  private final class Lane implements Inbox {
    private final int end;
    private int next;
    private int open;
    private LoadSocket socket;

    @SuppressWarnings("NullAway.Init") // the socket comes right after
    Lane(int from, int end) {
      this.next = from;
      this.end = end;
    }

    void open(LoadSocket opened) {
      socket = opened;
    }

    void start() {
      socket.loop().execute(this::fill);
    }

    void close() {
      socket.close();
    }

    private void fill() {
      int to = Math.min(end, next + window - open);
      if (to > next) {
        ByteBuf block = frames.slice(next, to);
        open += to - next;
        next = to;
        socket.send(block);
      }
    }

    @Override
    public void message(LoadSocket from, ByteBuf message) {
      if (Messages.typeOf(message) == Messages.Type.OK) {
        count(message);
        open--;
        if (open <= window / 2) {
          fill();
        }
        if (++answered == frames.size()) {
          done.complete(null);
        }
      } else if (Messages.typeOf(message) == Messages.Type.TROUBLE) {
        done.completeExceptionally(new IllegalStateException(Messages.text(message)));
      }
    }

    private void count(ByteBuf message) {
      switch (Messages.answerOf(message)) {
        case ACCEPTED -> accepted++;
        case DUPLICATE -> duplicates++;
        case REFUSED -> {
          if (firstRefusal.isEmpty()) {
            firstRefusal = Messages.text(message);
          }
        }
      }
    }

    @Override
    public void closed(LoadSocket from, String why) {
      done.completeExceptionally(new IllegalStateException(why));
    }
  }
}
