package dev.graspd.server.relay;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.search.EventSearch.Begun;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.store.query.QueryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The stored part of a subscription, read in slices. */
final class ReqJob implements ReadLane.Job {
  /** About a millisecond of reading. */
  static final int SLICE_WORK = 2_000;

  /** Bytes that one slice may send; the next slice waits until most of them are gone. */
  private static final int SLICE_BYTES = 128 << 10;

  private final Subscription subscription;
  private final Relay relay;
  private final BiConsumer<ReqJob, Refusal> refuse;
  private final List<FilterMemory.Taken> memory;
  private final long startedNanos;
  private @Nullable QueryRun run;
  private List<EventBody> bodies = List.of();
  private QueryRun.End end = QueryRun.End.MORE;
  private boolean tooExpensive;
  private Optional<Refusal> unready = Optional.empty();

  /**
   * Begins when the lane reads it.
   *
   * @param memory released when the lane releases the job
   */
  ReqJob(
      Subscription subscription,
      Relay relay,
      BiConsumer<ReqJob, Refusal> refuse,
      FilterMemory.Taken... memory) {
    this.subscription = subscription;
    this.relay = relay;
    this.refuse = refuse;
    this.memory = List.of(memory);
    this.startedNanos = relay.nanoTime();
  }

  @Override
  public long read() {
    boolean isFirst = run == null;
    QueryRun query = run == null ? begin() : run;
    if (query == null) {
      return 0;
    }
    long before = isFirst ? 0 : query.workDone();
    QueryRun.Slice slice = query.next(SLICE_WORK, SLICE_BYTES);
    end = slice.end();
    bodies = bodiesOf(slice);
    tooExpensive = end == QueryRun.End.MORE && query.workDone() > relay.limits().maxQueryWork();
    return query.workDone() - before;
  }

  /** Returns null if the index of words is not ready. */
  private @Nullable QueryRun begin() {
    QueryRun query = searchOrQuery();
    if (query == null) {
      return null;
    }
    if (!subscription.isLiveOnly()) {
      // Before the first slice: the sooner it follows the log, the less has to be read again.
      relay.fanOut().subscribe(subscription, query.snapshotSeq());
    }
    run = query;
    return query;
  }

  private @Nullable QueryRun searchOrQuery() {
    List<SearchFilter> searched =
        subscription.wanted().stream().filter(SearchFilter::hasText).toList();
    if (searched.isEmpty() || subscription.isLiveOnly()) {
      return relay.store().query(subscription.filters(), relay.nowSeconds());
    }
    return switch (relay.search().orElseThrow().begin(searched, relay.nowSeconds())) {
      case Begun.Running(var found) ->
          searched.size() == subscription.filters().size() ? found : withOthers(searched, found);
      case Begun.Building(int percent) -> {
        unready =
            Optional.of(
                QueryReason.SEARCH_BUILDING.saying(
                    "the search index is being built (%d %%)".formatted(percent)));
        yield null;
      }
    };
  }

  private QueryRun withOthers(List<SearchFilter> searched, QueryRun found) {
    List<Filter> others =
        subscription.wanted().stream()
            .filter(wanted -> !wanted.hasText())
            .map(SearchFilter::filter)
            .toList();
    long now = relay.nowSeconds();
    // In this order: the index is not ahead of what the store answers from.
    return new SearchThenQuery(
        found, relay.store(), searched, relay.store().query(others, now), now);
  }

  private List<EventBody> bodiesOf(QueryRun.Slice slice) {
    boolean compress = subscription.connection().compresses();
    List<EventBody> made = new ArrayList<>(slice.events().size());
    for (QueryRun.Found found : slice.events()) {
      EventBody body = new EventBody(found.json());
      if (compress && body.isWorthCompressing()) {
        body.deflated();
      }
      made.add(body);
    }
    return made;
  }

  @Override
  public boolean deliver() {
    subscription.sendStored(bodies);
    bodies = List.of();
    if (unready.isPresent()) {
      refuse.accept(this, unready.get());
      return false;
    }
    if (tooExpensive) {
      refuse.accept(this, QueryReason.QUERY_TOO_EXPENSIVE.refusal());
      return false;
    }
    if (end != QueryRun.End.MORE) {
      subscription.goLive(end == QueryRun.End.COMPLETE);
      relay.metrics().queryFinished("REQ", Duration.ofNanos(relay.nanoTime() - startedNanos));
    }
    subscription.connection().flush();
    return end == QueryRun.End.MORE;
  }

  @Override
  public void failed(boolean closing) {
    refuse.accept(
        this, closing ? ServerReason.SHUTTING_DOWN.refusal() : ServerReason.INTERNAL.refusal());
  }

  @Override
  public boolean isAbandoned() {
    return subscription.isClosed();
  }

  @Override
  public void gone() {
    run = null;
    bodies = List.of();
    memory.forEach(FilterMemory.Taken::release);
  }

  Subscription subscription() {
    return subscription;
  }
}
