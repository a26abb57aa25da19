package dev.graspd.server.peers.local;

import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedStore;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Our own sets for comparisons with other relays (sync.md, section 6.1): served events, held events
 * that have not expired, and unwanted ids. A recent set serves the next relay with the same filter:
 * {@link EventSifter} removes events that arrived meanwhile. Thread-safe.
 */
public final class OwnSets {
  /** How long a set may be reused. */
  static final Duration FRESH = Duration.ofSeconds(30);

  /**
   * How long a set counts as in use, unless it is garbage collected before; comparisons are
   * shorter.
   */
  static final Duration IN_USE_MAX = Duration.ofMinutes(10);

  /** Chunks are between half full and full; each item is five words. */
  private static final int ITEM_BYTES = 64;

  private static final int SHARE_OF_HEAP = 8;

  private final Sources sources;
  private final Executor readers;
  private final InstantSource clock;
  private final int itemsMax;
  private final Map<Filter, CompletableFuture<OwnSet>> underWay = new HashMap<>();
  private final List<Made> made = new ArrayList<>();

  public record Sources(EventStore events, RepositoryStore repositories, UnwantedStore unwanted) {}

  private record Made(Filter filter, WeakReference<ItemSet> set, Instant at) {}

  /**
   * @param readers the threads that read the store, in slices
   * @param itemsMax the most items of all sets in use
   */
  public OwnSets(Sources sources, Executor readers, InstantSource clock, int itemsMax) {
    this.sources = sources;
    this.readers = readers;
    this.clock = clock;
    this.itemsMax = itemsMax;
  }

  /** Returns the limit of items for a heap of this size. */
  public static int itemsMaxFor(long heapBytes) {
    return (int) Math.min(Integer.MAX_VALUE, heapBytes / SHARE_OF_HEAP / ITEM_BYTES);
  }

  /** Builds our set for a filter, ignoring its limit. The answer never fails. */
  public CompletionStage<OwnSet> of(Filter filter) {
    Filter whole = filter.unlimited();
    CompletableFuture<OwnSet> answer = new CompletableFuture<>();
    int room;
    synchronized (this) {
      Optional<ItemSet> fresh = fresh(whole);
      if (fresh.isPresent()) {
        return CompletableFuture.completedFuture(new OwnSet.Ready(fresh.get()));
      }
      CompletableFuture<OwnSet> same = underWay.putIfAbsent(whole, answer);
      if (same != null) {
        return same;
      }
      room = itemsMax - itemsInUse();
    }
    var _ =
        new SetBuild(sources, whole, room, clock.instant().getEpochSecond(), readers)
            .run()
            .thenAccept(set -> finish(whole, answer, set));
    return answer;
  }

  private void finish(Filter filter, CompletableFuture<OwnSet> answer, OwnSet set) {
    synchronized (this) {
      underWay.remove(filter);
      if (set instanceof OwnSet.Ready(var items)) {
        made.add(new Made(filter, new WeakReference<>(items), clock.instant()));
      }
    }
    answer.complete(set);
  }

  private Optional<ItemSet> fresh(Filter filter) {
    Instant oldest = clock.instant().minus(FRESH);
    return made.stream()
        .filter(one -> one.filter().equals(filter) && one.at().isAfter(oldest))
        .flatMap(one -> Optional.ofNullable(one.set().get()).stream())
        .findFirst();
  }

  private int itemsInUse() {
    Instant oldest = clock.instant().minus(IN_USE_MAX);
    made.removeIf(one -> one.set().get() == null || !one.at().isAfter(oldest));
    long items = 0;
    for (Made one : made) {
      ItemSet set = one.set().get();
      items += set == null ? 0 : set.size();
    }
    return (int) Math.min(itemsMax, items);
  }
}
