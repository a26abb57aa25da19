package dev.graspd.server.app.server;

import dev.graspd.core.search.EventSearch;
import dev.graspd.core.store.Store;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.search.SearchHost;
import java.nio.file.Path;
import java.util.Deque;
import java.util.Optional;

/** Builds the search of events, if the configuration asks for it. */
final class SearchSetup {
  private SearchSetup() {}

  static Optional<EventSearch> start(
      Config config, Store store, Path relay, Deque<Runnable> closers) {
    if (!config.searches()) {
      return Optional.empty();
    }
    SearchHost search = new SearchHost(store, relay.resolve(SearchHost.DIRECTORY));
    closers.push(search::close);
    search.start();
    return Optional.of(search);
  }
}
