package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Publishes to many sockets that all subscribe to each event, a few events ahead of the slowest.
 */
public final class FanOut implements AutoCloseable {
  private static final int WINDOW = 16;

  private final List<LoadSocket> audience;
  private final LoadSocket publisher;
  private FrameBlock frames = FrameBlock.of();
  private CompletableFuture<Void> done = new CompletableFuture<>();
  private int subscribed;
  private int sent;
  private long delivered;

  /** Opens the audience; each sends the subscription and waits for its EOSE. */
  public FanOut(LoadClient client, URI target, int size, FrameBlock subscription)
      throws InterruptedException {
    audience = client.openAll(target, size, _ -> new Listener());
    publisher = client.open(target, new Publisher());
    audience.forEach(socket -> socket.send(subscription.frame(0)));
    Waiting.forAll(done, () -> subscribed + " of " + size + " subscribed");
  }

  /** Publishes all frames; returns deliveries per second. */
  public double perSecond(FrameBlock published) throws InterruptedException {
    CompletableFuture<Void> end = new CompletableFuture<>();
    long begin = System.nanoTime();
    publisher
        .loop()
        .execute(() -> {
          frames = published;
          done = end;
          sent = 0;
          delivered = 0;
          fill();
        });
    Waiting.forAll(end, () -> delivered + " delivered, " + sent + " published");
    return (double) published.size() * audience.size() * 1e9 / (System.nanoTime() - begin);
  }

  private void fill() {
    while (sent < frames.size() && sent - delivered / audience.size() < WINDOW) {
      publisher.send(frames.frame(sent++));
    }
  }

  @Override
  public void close() {
    audience.forEach(LoadSocket::close);
    publisher.close();
  }

  private final class Listener implements Inbox {
    @Override
    public void message(LoadSocket socket, ByteBuf message) {
      switch (Messages.typeOf(message)) {
        case EOSE -> {
          if (++subscribed == audience.size()) {
            done.complete(null);
          }
        }
        case EVENT -> {
          if (++delivered % audience.size() == 0) {
            fill();
          }
          if (delivered == (long) frames.size() * audience.size()) {
            done.complete(null);
          }
        }
        case TROUBLE ->
            done.completeExceptionally(new IllegalStateException(Messages.text(message)));
        case OK, NEG_MSG, OTHER -> {}
      }
    }
  }

  private final class Publisher implements Inbox {
    @Override
    public void message(LoadSocket socket, ByteBuf message) {
      Messages.Type type = Messages.typeOf(message);
      if (type == Messages.Type.TROUBLE
          || (type == Messages.Type.OK && Messages.answerOf(message) != Messages.Answer.ACCEPTED)) {
        done.completeExceptionally(new IllegalStateException(Messages.text(message)));
      }
    }
  }
}
