package dev.graspd.core.talk.list;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.thread.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The threads of a repository as a list, in both orders. */
public final class Listing {
  /** Rows on one page of a list for people. */
  public static final int PAGE = 50;

  /** Most rows on one page. */
  public static final int PAGE_MAX = 100;

  private final List<ThreadRow> newest;
  private final List<ThreadRow> updated;

  public Listing(Collection<ThreadRow> rows) {
    this(sorted(rows, Sort.NEWEST), sorted(rows, Sort.UPDATED));
  }

  private Listing(List<ThreadRow> newest, List<ThreadRow> updated) {
    this.newest = newest;
    this.updated = updated;
  }

  /**
   * Returns the list after some threads have changed, without sorting the others.
   *
   * @param changed their ids
   * @param rows what those are now that are still there
   */
  public Listing with(Set<EventId> changed, Collection<ThreadRow> rows) {
    return new Listing(
        merged(newest, changed, sorted(rows, Sort.NEWEST), Sort.NEWEST),
        merged(updated, changed, sorted(rows, Sort.UPDATED), Sort.UPDATED));
  }

  private static List<ThreadRow> merged(
      List<ThreadRow> old, Set<EventId> changed, List<ThreadRow> added, Sort sort) {
    List<ThreadRow> merged = new ArrayList<>(old.size() + added.size());
    Comparator<ThreadRow> order = sort.order();
    int next = 0;
    for (ThreadRow row : old) {
      if (!changed.contains(row.id())) {
        while (next < added.size() && order.compare(added.get(next), row) < 0) {
          merged.add(added.get(next++));
        }
        merged.add(row);
      }
    }
    merged.addAll(added.subList(next, added.size()));
    return Collections.unmodifiableList(merged);
  }

  /**
   * Some rows of a list.
   *
   * @param next where the rest begins, if there is any
   */
  public record Page(List<ThreadRow> rows, Optional<Cursor> next) {
    public Page {
      rows = List.copyOf(rows);
    }
  }

  private static List<ThreadRow> sorted(Collection<ThreadRow> rows, Sort sort) {
    List<ThreadRow> sorted = new ArrayList<>(rows);
    sorted.sort(sort.order());
    return Collections.unmodifiableList(sorted);
  }

  /** Returns the first rows. */
  public Page first(RowFilter filter, Sort sort, int limit) {
    return page(filter, sort, 0, limit);
  }

  /** Returns the rows behind a cursor, in its order. */
  public Page after(Cursor cursor, RowFilter filter, int limit) {
    return page(filter, cursor.sort(), indexBehind(cursor), limit);
  }

  private Page page(RowFilter filter, Sort sort, int from, int limit) {
    int most = Math.clamp(limit, 1, PAGE_MAX);
    List<ThreadRow> rows = new ArrayList<>();
    List<ThreadRow> all = inOrder(sort);
    for (ThreadRow row : all.subList(from, all.size())) {
      if (filter.matches(row)) {
        if (rows.size() == most) {
          return new Page(rows, Optional.of(Cursor.behind(rows.getLast(), sort)));
        }
        rows.add(row);
      }
    }
    return new Page(rows, Optional.empty());
  }

  private List<ThreadRow> inOrder(Sort sort) {
    return sort == Sort.NEWEST ? newest : updated;
  }

  private int indexBehind(Cursor cursor) {
    List<ThreadRow> rows = inOrder(cursor.sort());
    int low = 0;
    int high = rows.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cursor.isBefore(rows.get(middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns how many rows have each state, among those that match the rest of the filter. */
  public Map<State, Integer> counts(RowFilter filter) {
    Map<State, Integer> counts = new EnumMap<>(State.class);
    for (State state : State.values()) {
      counts.put(state, 0);
    }
    for (ThreadRow row : newest) {
      if (filter.matchesWithoutState(row)) {
        counts.merge(row.state(), 1, Integer::sum);
      }
    }
    return Collections.unmodifiableMap(counts);
  }
}
