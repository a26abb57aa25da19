package dev.graspd.server.site.find.serve;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.search.EventSearch;
import dev.graspd.core.search.EventSearch.Begun;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.search.SearchText;
import dev.graspd.core.search.SearchText.Parsed;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.site.address.SiteAddress.Search;
import dev.graspd.server.site.find.FindHit;
import dev.graspd.server.talk.NameBook;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Searches the whole service by words, in the index that clients ask too (N50-8). Thread-safe.
 *
 * @param search empty if the operator has switched it off
 * @param served an event that the relay serves
 * @param isHosted whether a repository has pages
 * @param hasPage whether a person has a page
 */
public record ServiceSearch(
    Optional<EventSearch> search,
    Function<EventId, Optional<Event>> served,
    NameBook names,
    Predicate<RepoAddress> isHosted,
    Predicate<PublicKey> hasPage,
    LongSupplier nowSeconds) {
  /** The best hits of one search that anybody gets to see. */
  public static final int HITS_MAX = 200;

  /** What one search may read, in units of a query's work. */
  public static final int WORK_MAX = 50_000;

  private static final int SLICE_WORK = 2_000;
  private static final int SLICE_BYTES = 1 << 20;

  /** How a search ended. */
  public enum End {
    /** All was found. */
    ALL,
    /** There are other hits, worse than these. */
    MORE,
    /** It took more reading than a search may; there may be others. */
    TOO_MUCH
  }

  /** What became of a search. */
  public sealed interface Outcome {
    /** The operator has switched search off. */
    record Off() implements Outcome {}

    /** The index is not complete. */
    record Building(int percent) implements Outcome {}

    /**
     * The text cannot be searched for.
     *
     * @param why for who asked
     */
    record Invalid(String why) implements Outcome {}

    /** Something, or nothing; the best first. */
    record Hits(List<FindHit> hits, End end) implements Outcome {
      public Hits {
        hits = List.copyOf(hits);
      }
    }
  }

  boolean isOff() {
    return search.isEmpty();
  }

  /** Returns what people call themselves. */
  public SortedMap<PublicKey, String> names(Collection<PublicKey> keys) {
    return names.names(keys);
  }

  /** Asks the index and reads what it has found from the store, at most this many hits. */
  public Outcome of(Search asked, int max) {
    if (search.isEmpty()) {
      return new Outcome.Off();
    }
    return switch (SearchText.parse(asked.text())) {
      case Parsed.Invalid(var why) -> new Outcome.Invalid(why);
      case Parsed.OnlyExtensions() -> new Outcome.Invalid("it has no word");
      case Parsed.Found(var text) -> found(search.get(), asked, text, max);
    };
  }

  private Outcome found(EventSearch index, Search asked, SearchText text, int max) {
    Filter filter =
        Filter.builder()
            .kinds(kinds(asked.type()))
            .search(asked.text())
            // One more tells whether there are more.
            .limit(max + 1)
            .build();
    List<SearchFilter> filters = List.of(new SearchFilter(filter, text));
    return switch (index.begin(filters, nowSeconds.getAsLong())) {
      case Begun.Building(var percent) -> new Outcome.Building(percent);
      case Begun.Running(var run) -> read(run, text, max);
    };
  }

  private static Set<Integer> kinds(Search.Type type) {
    return switch (type) {
      case REPOSITORIES -> Set.of(Kinds.ANNOUNCEMENT);
      case ISSUES -> Set.of(Kinds.ISSUE, Kinds.PULL_REQUEST, Kinds.PATCH);
      case PEOPLE -> Set.of(Kinds.METADATA);
    };
  }

  private Outcome read(QueryRun run, SearchText text, int max) {
    HitReader reader = new HitReader(this, text);
    List<FindHit> hits = new ArrayList<>();
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE && hits.size() <= max) {
      if (run.workDone() > WORK_MAX) {
        return new Outcome.Hits(hits, End.TOO_MUCH);
      }
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      for (QueryRun.Found one : slice.events()) {
        served.apply(one.id()).map(reader::hit).ifPresent(hits::add);
      }
      end = slice.end();
    }
    List<FindHit> best = hits.subList(0, Math.min(hits.size(), max));
    return new Outcome.Hits(best, hits.size() > best.size() ? End.MORE : End.ALL);
  }
}
