package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.TagMatcher;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.Keys;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The conditions of a filter that its index does not decide: they are checked on the event. */
record Residual(
    @Nullable SortedSet<PublicKey> authors, @Nullable SortedSet<Integer> kinds, TagMatcher tags) {

  /** Everything but ids and times. */
  static Residual all(Filter filter) {
    return new Residual(filter.authors(), filter.kinds(), TagMatcher.of(filter.tags()));
  }

  Residual withoutAuthors() {
    return new Residual(null, kinds, tags);
  }

  Residual withoutKinds() {
    return new Residual(authors, null, tags);
  }

  /**
   * Leaves a letter to the index, unless a value must be looked at: of a long one the index has
   * only a hash.
   */
  Residual withoutTag(Filter filter, char letter, SortedSet<String> values) {
    if (values.stream().anyMatch(Keys::isHashed)) {
      return this;
    }
    SortedMap<Character, SortedSet<String>> others = new TreeMap<>(filter.tags());
    others.remove(letter);
    return new Residual(authors, kinds, TagMatcher.of(others));
  }

  boolean isEmpty() {
    return authors == null && kinds == null && tags.isEmpty();
  }

  boolean matches(EventRecord event) {
    return (kinds == null || kinds.contains(event.kind()))
        && (authors == null || authors.contains(event.author()))
        && tags.matches(event.bytes(), EventRecord.JSON_AT);
  }
}
