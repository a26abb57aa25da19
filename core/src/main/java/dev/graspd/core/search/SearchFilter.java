package dev.graspd.core.search;

import dev.graspd.core.nostr.Filter;
import org.jspecify.annotations.Nullable;

/**
 * A filter with its search text, which is parsed once for each subscription.
 *
 * @param text null if the filter has none
 */
public record SearchFilter(Filter filter, @Nullable SearchText text) {
  /** A filter without a search text, or one whose text has only extensions. */
  public static SearchFilter plain(Filter filter) {
    return new SearchFilter(filter, null);
  }

  /** Parses a search text that is known to be valid. */
  public static SearchFilter of(Filter filter) {
    if (filter.search() == null) {
      return plain(filter);
    }
    return switch (SearchText.parse(filter.search())) {
      case SearchText.Parsed.Found(var text) -> new SearchFilter(filter, text);
      case SearchText.Parsed.OnlyExtensions _, SearchText.Parsed.Invalid _ -> plain(filter);
    };
  }

  public boolean hasText() {
    return text != null;
  }

  /** Returns whether the event is wanted; a limit does not matter. */
  public boolean matches(SearchedEvent event) {
    return filter.matches(event.event()) && (text == null || text.matches(event));
  }
}
