package dev.graspd.server.base;

import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedStore;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the ended repositories of a store page by page, as they are asked for: each has the refs
 * that it had, and deletions by strangers make many of them.
 */
public final class EndedWalk {
  private static final int PAGE = 64;

  private EndedWalk() {}

  /** Returns all ended repositories, in the store's own order. */
  public static Stream<EndedRepository> of(EndedStore store) {
    return Stream.iterate(
            store.page(Optional.empty(), PAGE),
            page -> !page.isEmpty(),
            page -> store.page(Optional.of(page.getLast().repository()), PAGE))
        .flatMap(List::stream);
  }
}
