package dev.graspd.server.relay;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.search.SearchedEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the subscribers whose filters match an event without looking at all of them.
 *
 * <p>Each filter is filed under one of its fields, the one that few events have: ids, a tag,
 * authors (with kinds where these are few), kinds, or nothing. An event looks under its own values
 * only; the filters there are matched in full. Not thread-safe.
 *
 * <p>All keys are comparable, and each sort has its own map: a client that chooses values with
 * equal hashes then costs a logarithm and not a scan.
 */
final class FilterIndex<S> {
  /** More pairs of author and kind than this are filed under the author alone. */
  private static final int PAIRS_MAX = 256;

  /** The one key of filters that name nothing to look under. */
  private static final String ANYTHING = "anything";

  private record TagKey(char letter, String value) implements Comparable<TagKey> {
    private static final Comparator<TagKey> ORDER =
        Comparator.comparingInt(TagKey::letter).thenComparing(TagKey::value);

    @Override
    public int compareTo(TagKey that) {
      return ORDER.compare(this, that);
    }
  }

  private record AuthorKind(PublicKey author, int kind) implements Comparable<AuthorKind> {
    private static final Comparator<AuthorKind> ORDER =
        Comparator.comparing(AuthorKind::author).thenComparingInt(AuthorKind::kind);

    @Override
    public int compareTo(AuthorKind that) {
      return ORDER.compare(this, that);
    }
  }

  private final Map<Object, Bucket<S>> byId = new HashMap<>();
  private final Map<Object, Bucket<S>> byTag = new HashMap<>();
  private final Map<Object, Bucket<S>> byAuthor = new HashMap<>();
  private final Map<Object, Bucket<S>> byAuthorKind = new HashMap<>();
  private final Map<Object, Bucket<S>> byKind = new HashMap<>();
  private final Map<Object, Bucket<S>> unkeyed = new HashMap<>();
  private long round;

  /** One subscriber's filters, for their removal. */
  static final class Handle<S> {
    private final S subscriber;
    private final List<Filed<S>> filed = new ArrayList<>(1);
    private long matchedInRound;

    private Handle(S subscriber) {
      this.subscriber = subscriber;
    }
  }

  /** A filter and where it lies. */
  private static final class Filed<S> {
    private final Handle<S> handle;
    private final SearchFilter filter;
    private final Map<Object, Bucket<S>> map;
    private final List<?> keys;
    private boolean removed;

    private Filed(
        Handle<S> handle, SearchFilter filter, Map<Object, Bucket<S>> map, Iterable<?> keys) {
      this.handle = handle;
      this.filter = filter;
      this.map = map;
      List<Object> copy = new ArrayList<>();
      keys.forEach(copy::add);
      this.keys = List.copyOf(copy);
    }
  }

  /** Files filters without a search text. */
  Handle<S> add(List<Filter> filters, S subscriber) {
    return file(filters.stream().map(SearchFilter::plain).toList(), subscriber);
  }

  /** Files the filters; those that match nothing are left out. */
  Handle<S> file(List<SearchFilter> filters, S subscriber) {
    Handle<S> handle = new Handle<>(subscriber);
    for (SearchFilter filter : filters) {
      if (!filter.filter().matchesNothing()) {
        Filed<S> filed = place(handle, filter);
        handle.filed.add(filed);
        filed.keys.forEach(key -> filed.map.computeIfAbsent(key, _ -> new Bucket<>()).add(filed));
      }
    }
    return handle;
  }

  /** Removes a subscriber's filters; a second call has no effect. */
  void remove(Handle<S> handle) {
    for (Filed<S> filed : handle.filed) {
      filed.removed = true;
      for (Object key : filed.keys) {
        Bucket<S> bucket = filed.map.get(key);
        if (bucket != null && bucket.forgetOne()) {
          filed.map.remove(key);
        }
      }
    }
    handle.filed.clear();
  }

  /** Calls the sink once for each subscriber that has a matching filter. */
  void match(Event event, Consumer<? super S> sink) {
    round++;
    // Its words are read once, and only if a filter that matches it searches.
    SearchedEvent words = new SearchedEvent(event);
    look(unkeyed, ANYTHING, words, sink);
    look(byId, event.id(), words, sink);
    look(byAuthor, event.author(), words, sink);
    look(byAuthorKind, new AuthorKind(event.author(), event.kind()), words, sink);
    look(byKind, event.kind(), words, sink);
    for (Tag tag : event.tags()) {
      if (tag.isIndexed()) {
        look(byTag, new TagKey(tag.letter(), tag.value()), words, sink);
      }
    }
  }

  /** Returns under how many keys a filter is filed. */
  static long keyCount(Filter filter) {
    if (filter.matchesNothing()) {
      return 0;
    }
    if (filter.ids() != null) {
      return filter.ids().size();
    }
    if (!filter.tags().isEmpty()) {
      return filter.tags().values().stream().mapToLong(SortedSet::size).min().orElseThrow();
    }
    if (filter.authors() != null) {
      return Math.max(filter.authors().size(), pairs(filter.authors(), filter.kinds()).size());
    }
    return filter.kinds() == null ? 1 : filter.kinds().size();
  }

  /** Returns under how many keys something is filed. */
  int keyCount() {
    return byId.size()
        + byTag.size()
        + byAuthor.size()
        + byAuthorKind.size()
        + byKind.size()
        + unkeyed.size();
  }

  private void look(
      Map<Object, Bucket<S>> map, Object key, SearchedEvent event, Consumer<? super S> sink) {
    Bucket<S> bucket = map.get(key);
    if (bucket == null) {
      return;
    }
    for (int i = 0; i < bucket.size; i++) {
      Filed<S> filed = bucket.get(i);
      Handle<S> handle = filed.handle;
      if (!filed.removed && handle.matchedInRound != round && filed.filter.matches(event)) {
        handle.matchedInRound = round;
        sink.accept(handle.subscriber);
      }
    }
  }

  private Filed<S> place(Handle<S> handle, SearchFilter wanted) {
    Filter filter = wanted.filter();
    if (filter.ids() != null) {
      return new Filed<>(handle, wanted, byId, filter.ids());
    }
    if (!filter.tags().isEmpty()) {
      return new Filed<>(handle, wanted, byTag, rarestTag(filter));
    }
    SortedSet<PublicKey> authors = filter.authors();
    if (authors != null) {
      List<AuthorKind> pairs = pairs(authors, filter.kinds());
      return pairs.isEmpty()
          ? new Filed<>(handle, wanted, byAuthor, authors)
          : new Filed<>(handle, wanted, byAuthorKind, pairs);
    }
    return filter.kinds() == null
        ? new Filed<>(handle, wanted, unkeyed, List.of(ANYTHING))
        : new Filed<>(handle, wanted, byKind, filter.kinds());
  }

  /** Of several tags, the one with the fewest values. */
  private static List<TagKey> rarestTag(Filter filter) {
    var rarest =
        filter.tags().entrySet().stream()
            .min(Comparator.comparingInt(wanted -> wanted.getValue().size()))
            .orElseThrow();
    return rarest.getValue().stream().map(value -> new TagKey(rarest.getKey(), value)).toList();
  }

  /** Returns nothing if there would be too many. */
  private static List<AuthorKind> pairs(
      SortedSet<PublicKey> authors, @Nullable SortedSet<Integer> kinds) {
    if (kinds == null || (long) authors.size() * kinds.size() > PAIRS_MAX) {
      return List.of();
    }
    return authors.stream()
        .flatMap(author -> kinds.stream().map(kind -> new AuthorKind(author, kind)))
        .toList();
  }

  /** Filters under one key. Removed filters are cleared when they are the majority. */
  private static final class Bucket<S> {
    private Object[] filters = new Object[1];
    private int size;
    private int dead;

    void add(Filed<S> filed) {
      if (size == filters.length) {
        filters = Arrays.copyOf(filters, size * 2);
      }
      filters[size++] = filed;
    }

    @SuppressWarnings("unchecked") // only Filed<S> is ever put in
    Filed<S> get(int index) {
      return (Filed<S>) filters[index];
    }

    /** Notes that one filter was removed; returns whether none is left. */
    boolean forgetOne() {
      dead++;
      if (dead * 2 > size) {
        sweep();
      }
      return size == 0;
    }

    private void sweep() {
      int kept = 0;
      for (int i = 0; i < size; i++) {
        Filed<S> filed = get(i);
        if (!filed.removed) {
          filters[kept++] = filed;
        }
      }
      Arrays.fill(filters, kept, size, null);
      size = kept;
      dead = 0;
    }
  }
}
