package dev.graspd.bench.search;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.RelayClient;
import java.net.URI;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** How long it takes until a new event is found by its words. */
final class FreshEvents {
  private static final Signer AUTHOR = Signer.named("fresh");
  private static final int POLL_MILLIS = 20;
  private static final AtomicLong NUMBER = new AtomicLong();

  private FreshEvents() {}

  /** Publishes an event with a word of its own, and asks until it is there. */
  static double secondsUntilFound(URI relay) throws InterruptedException {
    String word = "fresh" + Long.toString(NUMBER.incrementAndGet(), Character.MAX_RADIX) + "word";
    Event event = EventBuilder.note(word).at(Instant.now().getEpochSecond()).signedBy(AUTHOR);
    try (RelayClient client = RelayClient.connect(relay)) {
      client.store(event);
      long begin = System.nanoTime();
      while (client.query("{\"search\":\"" + word + "\"}").ids().isEmpty()) {
        Thread.sleep(POLL_MILLIS);
      }
      return (System.nanoTime() - begin) / 1e9;
    }
  }
}
