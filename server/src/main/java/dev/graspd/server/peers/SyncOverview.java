package dev.graspd.server.peers;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.NaughtyList;
import dev.graspd.core.sync.RefusalMemory;
import dev.graspd.core.sync.RelayHealth;
import dev.graspd.core.sync.RelayView;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * How sync stood at one moment.
 *
 * @param at on the clock of sync
 * @param relays all that are followed, by URL
 * @param naughty how many relays are left alone, for every category
 * @param refused how much is remembered of refused events
 */
public record SyncOverview(
    Now at,
    List<RelayView> relays,
    SortedMap<NaughtyList.Category, Integer> naughty,
    RefusalMemory.Counts refused) {
  public SyncOverview {
    relays = List.copyOf(relays);
    naughty = Collections.unmodifiableSortedMap(new TreeMap<>(naughty));
  }

  /** What all relays have together. */
  public record Totals(
      int relays,
      int connected,
      int dead,
      long confirmed,
      long pending,
      long wanted,
      long liveRequests,
      long passingRequests) {}

  /** Returns what all relays have together. */
  public Totals totals() {
    return new Totals(
        relays.size(),
        (int) relays.stream().filter(relay -> relay.phase().isOpen()).count(),
        (int) relays.stream().filter(relay -> relay.health() == RelayHealth.State.DEAD).count(),
        sum(RelayView::confirmed),
        sum(RelayView::pending),
        sum(RelayView::wanted),
        sum(RelayView::liveRequests),
        sum(RelayView::passingRequests));
  }

  private long sum(ToIntFunction<RelayView> part) {
    return relays.stream().mapToLong(part::applyAsInt).sum();
  }

  /**
   * Returns when a relay was connected last, in calendar seconds: now, for one that is, because a
   * silent connection does not last. Empty if it never was.
   */
  public OptionalLong lastContactSeconds(RelayView relay) {
    if (relay.phase().isOpen()) {
      return OptionalLong.of(at.epochSeconds());
    }
    return relay.disconnected().or(relay::connected).stream()
        .mapToLong(Now::epochSeconds)
        .findFirst();
  }

  /**
   * Returns when a relay is dialled next, in calendar seconds; this moment, if it waits for its
   * turn. Empty while it is connected or being dialled.
   */
  public OptionalLong nextAttemptSeconds(RelayView relay) {
    return relay.nextAttemptNanos().stream()
        .map(nanos -> Duration.ofNanos(Math.max(0, nanos - at.nanos())).toSeconds())
        .map(wait -> at.epochSeconds() + wait)
        .findFirst();
  }
}
