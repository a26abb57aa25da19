package dev.graspd.server.peers.status;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.relays.NaughtyList;
import dev.graspd.core.sync.relays.RelayHealth;
import dev.graspd.core.sync.relays.RelayView;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * The state of sync at one moment.
 *
 * @param at on the clock of sync
 * @param relays all followed relays, by URL
 * @param naughty the number of relays on the naughty list, for every category
 * @param refused the size of the memory of refusals
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

  public record Totals(
      int relays,
      int connected,
      int dead,
      long confirmed,
      long pending,
      long wanted,
      long liveRequests,
      long passingRequests) {}

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
   * Returns when a relay was last connected, in calendar seconds: now for a connected one, because
   * a silent connection does not last. Empty if it never was.
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
   * Returns when we dial a relay next, in calendar seconds; now, if it waits for its turn. Empty
   * while it is connected or being dialled.
   */
  public OptionalLong nextAttemptSeconds(RelayView relay) {
    return relay.nextAttemptNanos().stream()
        .map(nanos -> Duration.ofNanos(Math.max(0, nanos - at.nanos())).toSeconds())
        .map(wait -> at.epochSeconds() + wait)
        .findFirst();
  }
}
