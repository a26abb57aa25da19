package dev.graspd.server.peers.link;

import dev.graspd.core.sync.RelayInfo;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.FetchResult;
import dev.graspd.server.egress.http.HttpFetcher;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** The NIP-11 documents of other relays, fetched again after a while. Thread-safe. */
public final class RelayInfos {
  static final Duration FRESH = Duration.ofHours(1);

  /** The most documents remembered; the oldest are forgotten. */
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

  /**
   * Returns the document, and fetches it if it is old. Without an answer, returns {@link
   * RelayInfo#UNKNOWN}.
   */
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
