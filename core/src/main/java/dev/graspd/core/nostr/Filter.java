package dev.graspd.core.nostr;

import java.util.Collections;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One filter of a REQ (N01-6). A field that is null asks for nothing; a field that is empty matches
 * nothing. Equal filters are equal objects, whatever the order of their values was.
 *
 * @param tags letter to wanted first values
 * @param search the text of NIP-50, kept so that the relay can refuse it
 */
public record Filter(
    @Nullable SortedSet<EventId> ids,
    @Nullable SortedSet<PublicKey> authors,
    @Nullable SortedSet<Integer> kinds,
    SortedMap<Character, SortedSet<String>> tags,
    OptionalLong since,
    OptionalLong until,
    OptionalInt limit,
    @Nullable String search) {

  /** Matches every event. */
  public static final Filter ALL = builder().build();

  public Filter {
    ids = frozen(ids);
    authors = frozen(authors);
    kinds = frozen(kinds);
    SortedMap<Character, SortedSet<String>> copy = new TreeMap<>();
    tags.forEach((letter, values) ->
        copy.put(letter, Collections.unmodifiableSortedSet(new TreeSet<>(values))));
    tags = Collections.unmodifiableSortedMap(copy);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Returns whether the event is wanted; {@code limit} and {@code search} do not matter. */
  public boolean matches(Event event) {
    if (kinds != null && !kinds.contains(event.kind())) {
      return false;
    }
    if (since.isPresent() && event.createdAt() < since.getAsLong()) {
      return false;
    }
    if (until.isPresent() && event.createdAt() > until.getAsLong()) {
      return false;
    }
    return (ids == null || ids.contains(event.id()))
        && (authors == null || authors.contains(event.author()))
        && matchesTags(event);
  }

  private boolean matchesTags(Event event) {
    for (var wanted : tags.entrySet()) {
      if (!hasTag(event, wanted.getKey(), wanted.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasTag(Event event, char letter, SortedSet<String> values) {
    for (Tag tag : event.tags()) {
      if (tag.isIndexed() && tag.letter() == letter && values.contains(tag.value())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether no event at all can match. */
  public boolean matchesNothing() {
    boolean emptyWindow =
        since.isPresent() && until.isPresent() && since.getAsLong() > until.getAsLong();
    return emptyWindow
        || isEmpty(ids)
        || isEmpty(authors)
        || isEmpty(kinds)
        || tags.values().stream().anyMatch(SortedSet::isEmpty);
  }

  /** Returns the same filter without a limit: the set it names. */
  public Filter unlimited() {
    return new Filter(ids, authors, kinds, tags, since, until, OptionalInt.empty(), search);
  }

  /** Returns the same filter with these times instead of its own. */
  public Filter withTimes(OptionalLong newSince, OptionalLong newUntil) {
    return new Filter(ids, authors, kinds, tags, newSince, newUntil, limit, search);
  }

  /** Returns the same filter with this limit. */
  public Filter withKinds(SortedSet<Integer> newKinds) {
    return new Filter(ids, authors, newKinds, tags, since, until, limit, search);
  }

  public Filter withLimit(int newLimit) {
    return new Filter(ids, authors, kinds, tags, since, until, OptionalInt.of(newLimit), search);
  }

  private static boolean isEmpty(@Nullable SortedSet<?> values) {
    return values != null && values.isEmpty();
  }

  private static <T extends Comparable<T>> @Nullable SortedSet<T> frozen(
      @Nullable SortedSet<T> values) {
    return values == null ? null : Collections.unmodifiableSortedSet(new TreeSet<>(values));
  }

  /** Collects the fields of a filter. Not thread-safe. */
  public static final class Builder {
    private @Nullable SortedSet<EventId> ids;
    private @Nullable SortedSet<PublicKey> authors;
    private @Nullable SortedSet<Integer> kinds;
    private final SortedMap<Character, SortedSet<String>> tags = new TreeMap<>();
    private OptionalLong since = OptionalLong.empty();
    private OptionalLong until = OptionalLong.empty();
    private OptionalInt limit = OptionalInt.empty();
    private @Nullable String search;

    private Builder() {}

    public Builder ids(Iterable<EventId> values) {
      ids = sorted(values);
      return this;
    }

    public Builder authors(Iterable<PublicKey> values) {
      authors = sorted(values);
      return this;
    }

    public Builder kinds(Iterable<Integer> values) {
      kinds = sorted(values);
      return this;
    }

    public Builder tag(char letter, Iterable<String> values) {
      tags.put(letter, sorted(values));
      return this;
    }

    public Builder since(long seconds) {
      since = OptionalLong.of(seconds);
      return this;
    }

    public Builder until(long seconds) {
      until = OptionalLong.of(seconds);
      return this;
    }

    public Builder limit(int count) {
      limit = OptionalInt.of(count);
      return this;
    }

    public Builder search(String text) {
      search = text;
      return this;
    }

    public Filter build() {
      return new Filter(ids, authors, kinds, tags, since, until, limit, search);
    }

    private static <T extends Comparable<T>> SortedSet<T> sorted(Iterable<T> values) {
      SortedSet<T> set = new TreeSet<>();
      values.forEach(set::add);
      return set;
    }
  }
}
