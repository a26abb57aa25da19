package dev.graspd.server.ops.metrics;

import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.relays.RelayView;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The relays with their own series: only the busiest, because strangers choose the others. Not
 * thread-safe.
 */
final class RelayLabels {
  static final int RELAYS_MAX = 50;
  static final String OTHER = "other";

  /** Relays of the operator come first. */
  private static final Comparator<RelayView> BUSIEST_FIRST =
      Comparator.comparing(RelayView::bootstrap)
          .thenComparingInt(RelayView::repositories)
          .thenComparingInt(RelayView::confirmed)
          .reversed()
          .thenComparing(RelayView::url);

  private final SortedSet<RelayUrl> named = new TreeSet<>();

  /** Returns the relays that are shown by name, at most {@link #RELAYS_MAX}. */
  static List<RelayView> busiest(Collection<RelayView> relays) {
    return relays.stream().sorted(BUSIEST_FIRST).limit(RELAYS_MAX).toList();
  }

  /** Returns the label of a relay; a new relay gets its own while there is room. */
  String of(RelayUrl relay) {
    boolean hasName = named.contains(relay) || (named.size() < RELAYS_MAX && named.add(relay));
    return hasName ? relay.text() : OTHER;
  }

  /**
   * Gives the busiest relays their own labels. Others keep theirs while there is room: a removed
   * counter loses its value. Returns the relays that lost theirs.
   */
  SortedSet<RelayUrl> follow(Collection<RelayView> relays) {
    SortedSet<RelayUrl> lost = new TreeSet<>(named);
    SortedSet<RelayUrl> next = new TreeSet<>();
    busiest(relays).stream().map(RelayView::url).forEach(next::add);
    lost.removeAll(next);
    lost.stream().limit(RELAYS_MAX - next.size()).forEach(next::add);
    lost.removeAll(next);
    named.clear();
    named.addAll(next);
    return lost;
  }
}
