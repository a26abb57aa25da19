package dev.graspd.core.search;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.search.SearchText.Term;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The words of one event, for search texts that wait for live events. They are found when the first
 * text asks. Not thread-safe.
 */
public final class SearchedEvent {
  /** Between two fields: no phrase goes from one to the other. */
  private static final int GAP = 100;

  private final Event event;
  private final SortedMap<String, Places> words = new TreeMap<>();
  private boolean isRead;
  private int position;

  public SearchedEvent(Event event) {
    this.event = event;
  }

  public Event event() {
    return event;
  }

  boolean isSearched() {
    return SearchFields.isSearched(event.kind());
  }

  boolean has(Term term) {
    read();
    return switch (term) {
      case Term.Word(var whole, var parts) ->
          (!whole.isEmpty() && words.containsKey(whole)) || hasInARow(parts);
      case Term.Phrase(var parts) -> hasInARow(parts);
      case Term.Prefix(var start) -> {
        SortedMap<String, Places> from = words.tailMap(start);
        yield !from.isEmpty() && from.firstKey().startsWith(start);
      }
    };
  }

  private void read() {
    if (!isRead) {
      isRead = true;
      for (List<String> texts : SearchFields.of(event).values()) {
        for (String text : texts) {
          Words.split(text, this::add);
          position += GAP;
        }
      }
    }
  }

  private void add(Word word) {
    if (word.hasWhole()) {
      // Never in a row with others: only its parts are.
      words.computeIfAbsent(word.whole(), _ -> new Places());
    }
    for (String part : word.parts()) {
      words.computeIfAbsent(part, _ -> new Places()).add(position++);
    }
  }

  private boolean hasInARow(List<String> parts) {
    Places first = words.get(parts.getFirst());
    if (first == null) {
      return false;
    }
    for (int i = 0; i < first.count; i++) {
      if (hasFrom(first.at[i], parts)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasFrom(int start, List<String> parts) {
    for (int i = 1; i < parts.size(); i++) {
      Places places = words.get(parts.get(i));
      if (places == null || Arrays.binarySearch(places.at, 0, places.count, start + i) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Where a part occurs, ascending. */
  private static final class Places {
    private int[] at = new int[1];
    private int count;

    void add(int place) {
      if (count == at.length) {
        at = Arrays.copyOf(at, count * 2);
      }
      at[count++] = place;
    }
  }
}
