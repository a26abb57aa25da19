package dev.graspd.server.relay;

import dev.graspd.core.nostr.Event;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Collects the deliveries for each event loop, so that a batch costs each loop one task. Owned by
 * the fan-out's thread.
 */
final class LiveDeliveries implements FanOut.Post {
  /** Batches that may wait for one loop; the log keeps the rest until the loop has caught up. */
  private static final int BATCHES_AHEAD = 4;

  /** So many deliveries are sent off at once, or a busy log would fill the memory. */
  private static final int BATCH_MAX = 10_000;

  private record Delivery(Subscription subscription, EventBody body) {}

  private static final class Outbox {
    private final Executor loop;
    private final Semaphore ahead = new Semaphore(BATCHES_AHEAD);
    private List<Delivery> batch = new ArrayList<>();

    Outbox(Executor loop) {
      this.loop = loop;
    }

    void dispatch() throws InterruptedException {
      List<Delivery> ready = batch;
      batch = new ArrayList<>();
      ahead.acquire();
      try {
        loop.execute(() -> deliver(ready));
      } catch (RejectedExecutionException _) {
        // The loop has ended, and with it the connections.
        ahead.release();
      }
    }

    private void deliver(List<Delivery> ready) {
      ahead.release();
      for (Delivery delivery : ready) {
        delivery.subscription().deliver(delivery.body());
      }
    }
  }

  private final IdentityHashMap<Executor, Outbox> outboxes = new IdentityHashMap<>();
  private int gathered;
  private @Nullable Event lastEvent;
  private @Nullable EventBody lastBody;

  @Override
  public void deliver(Subscription subscription, Event event) {
    Outbox outbox = outboxes.computeIfAbsent(subscription.connection().loop(), Outbox::new);
    outbox.batch.add(new Delivery(subscription, bodyOf(event)));
    gathered++;
  }

  /** All subscribers of an event share one body. */
  private EventBody bodyOf(Event event) {
    EventBody body = lastBody;
    if (body == null || lastEvent == null || !lastEvent.equals(event)) {
      body = new EventBody(event.json());
      lastBody = body;
      lastEvent = event;
    }
    return body;
  }

  void dispatchIfMany() throws InterruptedException {
    if (gathered >= BATCH_MAX) {
      dispatch();
    }
  }

  /** Sends the collected deliveries; waits for loops that are far behind. */
  void dispatch() throws InterruptedException {
    gathered = 0;
    for (Outbox outbox : outboxes.values()) {
      if (!outbox.batch.isEmpty()) {
        outbox.dispatch();
      }
    }
  }
}
