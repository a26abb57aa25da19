package dev.graspd.server.relay;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.TokenBucket;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How many events each client address may send; its connections share them. Thread-safe. */
final class EventRates {
  /** Far more than there are connections: forgetting an address early would refill it. */
  private static final int ADDRESSES_MAX = 200_000;

  /** After this time without events a bucket is full again, and can be forgotten. */
  private static final Duration FULL_AGAIN = Duration.ofMinutes(1);

  private final int perMinute;
  private final LongSupplier nanoTime;
  private final Cache<Payer, TokenBucket> buckets;

  EventRates(int perMinute, LongSupplier nanoTime) {
    this.perMinute = perMinute;
    this.nanoTime = nanoTime;
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(ADDRESSES_MAX)
            .expireAfterAccess(FULL_AGAIN)
            .ticker(nanoTime::getAsLong)
            .build();
  }

  /** Counts one event; returns whether the client may send it. */
  boolean allow(ClientAddress client) {
    Payer payer = client.payer();
    return payer.isOperator() || allow(payer);
  }

  private boolean allow(Payer payer) {
    long now = nanoTime.getAsLong();
    TokenBucket bucket = buckets.get(payer, _ -> new TokenBucket(perMinute, now));
    synchronized (bucket) {
      return bucket.take(now);
    }
  }
}
