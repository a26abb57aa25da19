package dev.graspd.core.search;

import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.query.QueryRun;
import java.util.List;

/** Finds stored events by words (NIP-50). Thread-safe. */
@Blocking
public interface EventSearch {
  /** What became of a question. */
  sealed interface Begun {
    /** Gives the best hits first, each event once; holds nothing between slices. */
    record Running(QueryRun run) implements Begun {}

    /** The index is not complete. */
    record Building(int percent) implements Begun {}
  }

  /**
   * Begins a search.
   *
   * @param filters each has a text and a limit
   */
  Begun begin(List<SearchFilter> filters, long nowSeconds);
}
