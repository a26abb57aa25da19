package dev.graspd.server.peers;

import dev.graspd.core.sync.RelayInfo;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.server.egress.FetchResult;
import dev.graspd.server.egress.HttpFetcher;
import dev.graspd.server.egress.Target;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** What other relays say about themselves (NIP-11), asked once in a while. Thread-safe. */
public final class RelayInfos {
  static final Duration FRESH = Duration.ofHours(1);

  /** How many are remembered; the oldest make room. */
  static final int KEPT_MAX = 2_000;

  private static final String ACCEPT = "application/nostr+json";

  private final HttpFetcher fetcher;
  private final LongSupplier nanoTime;
  private final Map<RelayUrl, Known> known = new LinkedHashMap<>();

  private record Known(RelayInfo info, long atNanos) {}

  public RelayInfos(HttpFetcher fetcher, LongSupplier nanoTime) {
    this.fetcher = fetcher;
    this.nanoTime = nanoTime;
  }

  /** Returns what is known, and asks if that is old. A relay that does not answer is unknown. */
  CompletionStage<RelayInfo> of(RelayUrl relay, Target target) {
    synchronized (known) {
      Known before = known.get(relay);
      if (before != null && nanoTime.getAsLong() - before.atNanos() < FRESH.toNanos()) {
        return CompletableFuture.completedFuture(before.info());
      }
    }
    return fetcher.document(target, ACCEPT).thenApply(result -> take(relay, result));
  }

  private RelayInfo take(RelayUrl relay, FetchResult result) {
    return switch (result) {
      case FetchResult.Fetched(var body) -> {
        RelayInfo info = RelayInfo.parse(body);
        remember(relay, info);
        yield info;
      }
      case FetchResult.Failed _ -> RelayInfo.UNKNOWN;
    };
  }

  private void remember(RelayUrl relay, RelayInfo info) {
    synchronized (known) {
      known.remove(relay);
      known.put(relay, new Known(info, nanoTime.getAsLong()));
      if (known.size() > KEPT_MAX) {
        known.remove(known.keySet().iterator().next());
      }
    }
  }
}
