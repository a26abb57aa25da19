package dev.graspd.server.search;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.search.EventSearch.Begun;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.TestKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** An index that follows a store. */
final class SearchFixture implements AutoCloseable {
  private static final long NOW = 2_000_000_000;
  private static final int LIMIT = 500;

  private final EventStore store;
  private final SearchHost host;

  SearchFixture(EventStore store, Path directory) {
    this.store = store;
    this.host = new SearchHost(store, directory);
    host.start();
  }

  static Event append(EventStore store, EventBuilder builder) {
    Event event = builder.unsignedBy(TestKeys.ALICE);
    Object _ = store.write(tx -> tx.append(event, NOW)).toCompletableFuture().join();
    return event;
  }

  Event append(EventBuilder builder) {
    return append(store, builder);
  }

  void remove(Event event) {
    Object _ =
        store
            .write(tx -> tx.remove(event.id(), Removal.REPLACED, NOW))
            .toCompletableFuture()
            .join();
  }

  /** Searches when the index has all that the store has. */
  List<EventId> found(String text) {
    return found(Filter.builder().search(text).limit(LIMIT).build());
  }

  List<EventId> found(Filter... filters) {
    return ids(current(filters));
  }

  List<EventId> ids(QueryRun run) {
    List<EventId> ids = new ArrayList<>();
    QueryRun.Slice slice = run.next(100, 10_000);
    slice.events().forEach(event -> ids.add(event.id()));
    while (slice.end() == QueryRun.End.MORE) {
      slice = run.next(100, 10_000);
      slice.events().forEach(event -> ids.add(event.id()));
    }
    return ids;
  }

  QueryRun current(Filter... filters) {
    AtomicReference<QueryRun> found = new AtomicReference<>();
    Eventually.await(() -> {
      Optional<QueryRun> run = begin(filters);
      run.ifPresent(found::set);
      return run.isPresent() && run.get().snapshotSeq() >= store.lastSeq();
    });
    return found.get();
  }

  Optional<QueryRun> begin(Filter... filters) {
    List<SearchFilter> wanted = Stream.of(filters).map(SearchFilter::of).toList();
    return switch (host.begin(wanted, NOW)) {
      case Begun.Running(var run) -> Optional.of(run);
      case Begun.Building _ -> Optional.empty();
    };
  }

  @Override
  public void close() {
    host.close();
  }
}
