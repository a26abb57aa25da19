package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Measures the time from sending an event to its arrival at the only matching subscriber. */
public final class LiveLatency implements AutoCloseable {
  private final List<LoadSocket> strangers;
  private final LoadSocket subscriber;
  private final LoadSocket publisher;
  private volatile Answers answers = new Answers(0);
  private CompletableFuture<Void> done = new CompletableFuture<>();
  private final Map<Long, Long> sentAt = new HashMap<>();
  private Samples samples = new Samples();
  private int expected;

  /**
   * Opens the subscriptions.
   *
   * @param others blocks of subscriptions that match nothing, one block a socket
   * @param wanted the subscription that matches
   */
  public LiveLatency(LoadClient client, URI target, List<FrameBlock> others, FrameBlock wanted)
      throws InterruptedException {
    strangers = client.openAll(target, others.size(), _ -> new Listener());
    subscriber = client.open(target, new Listener());
    publisher = client.open(target, new Listener());
    for (int i = 0; i < others.size(); i++) {
      subscribe(strangers.get(i), others.get(i));
    }
    subscribe(subscriber, wanted);
  }

  /** One socket after the other: what a server reads at once for one address has a limit. */
  private void subscribe(LoadSocket socket, FrameBlock requests) throws InterruptedException {
    Answers wanted = new Answers(requests.size());
    answers = wanted;
    socket.send(requests.slice(0, requests.size()));
    Waiting.forAll(wanted.all, () -> wanted.missing + " subscriptions have no answer");
  }

  /** Publishes all frames at random times around this rate. */
  public Samples measure(FrameBlock frames, long[] idPrefixes, double perSecond)
      throws InterruptedException {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Samples collected = new Samples();
    publisher
        .loop()
        .execute(() -> {
          done = end;
          samples = collected;
          expected = frames.size();
        });
    CompletableFuture<Void> sending =
        OpenLoop.start(
            publisher.loop(),
            perSecond,
            frames.size(),
            n -> {
              sentAt.put(idPrefixes[n], System.nanoTime());
              publisher.send(frames.frame(n));
            });
    Waiting.forAll(sending, () -> "sending");
    Waiting.forAll(end, () -> collected.count() + " of " + frames.size() + " arrived");
    return collected;
  }

  @Override
  public void close() {
    strangers.forEach(LoadSocket::close);
    subscriber.close();
    publisher.close();
  }

  private final class Listener implements Inbox {
    @Override
    public void message(LoadSocket socket, ByteBuf message) {
      switch (Messages.typeOf(message)) {
        case EOSE -> answers.one();
        case EVENT -> arrived(message);
        case TROUBLE -> {
          IllegalStateException trouble = new IllegalStateException(Messages.text(message));
          answers.all.completeExceptionally(trouble);
          done.completeExceptionally(trouble);
        }
        case OK, NEG_MSG, OTHER -> {}
      }
    }

    private void arrived(ByteBuf message) {
      long now = System.nanoTime();
      Long sent = sentAt.remove(Messages.idPrefix(message));
      if (sent == null) {
        done.completeExceptionally(new IllegalStateException("an event came twice or unasked"));
        return;
      }
      samples.add(now - sent);
      if (samples.count() == expected) {
        done.complete(null);
      }
    }
  }

  /** What one socket waits for; only the client's loop counts. */
  private static final class Answers {
    private final CompletableFuture<Void> all = new CompletableFuture<>();
    private volatile int missing;

    private Answers(int wanted) {
      missing = wanted;
    }

    private void one() {
      int left = missing - 1;
      missing = left;
      if (left == 0) {
        all.complete(null);
      }
    }
  }
}
