package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.LayerGroup;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The state of one relay in the sync machine. Owned by the sync thread. */
final class RelaySync {
  static final Duration RETRY_MIN = Duration.ofSeconds(30);
  static final Duration RETRY_MAX = Duration.ofMinutes(15);

  final RelayUrl url;
  final boolean bootstrap;
  final RelayItems items = new RelayItems();
  final TargetReading targets = new TargetReading();
  final RelayHealth health;

  /** How many repositories are followed there, as of the last window. */
  int repositories;

  RelayPhase phase = RelayPhase.DISCONNECTED;

  /** The number of the current connection or attempt; answers of others have no effect. */
  long epoch;

  @Nullable Now connected;
  @Nullable Now disconnected;
  @Nullable Now historyComplete;
  String lastError = "";

  /** We have everything published there up to this time, in calendar seconds. */
  OptionalLong caughtUpSeconds = OptionalLong.empty();

  /** Whether NIP-77 works with it; null if unknown. */
  @Nullable Boolean negentropy;

  /** The steps of the layers that it refused since the last daily sync. */
  final SortedMap<LayerGroup, Integer> refused = new TreeMap<>();

  /**
   * The longest message that it takes; known once it has ended a connection because of a longer
   * one.
   */
  OptionalInt messageBytes = OptionalInt.empty();

  /** Whether the log says already that NIP-77 does not work. */
  boolean negentropyNoted;

  /** Whether a batch has ended since history was last complete. */
  boolean fetchedSomething;

  /** The current reason to fetch history. */
  EventSource source = EventSource.STARTUP;

  /** The batch that catches up after an outage, if one is needed. */
  OptionalLong catchUp = OptionalLong.empty();

  boolean catchUpFailed;

  /** Whether we paused the connection. */
  boolean paused;

  OptionalLong catchUpSince = OptionalLong.empty();
  long dailyNanos = Long.MAX_VALUE;
  long retryNanos = Long.MAX_VALUE;
  Duration retryDelay = RETRY_MIN;
  long batchEndedNanos;
  int liveRequests;
  int passingRequests;

  RelaySync(RelayUrl url, boolean bootstrap, HealthSettings settings, Now now) {
    this.url = url;
    this.bootstrap = bootstrap;
    this.health = new RelayHealth(settings, bootstrap, now);
  }

  boolean isNeeded() {
    return bootstrap || repositories > 0;
  }

  /** Returns whether a part of its history is in flight. */
  boolean isFetching() {
    return items.isPending() || (catchUp.isPresent() && !catchUpFailed);
  }

  boolean hasFailures() {
    return items.isDeferred() || catchUpFailed;
  }

  /** Returns whether this batch catches up after an outage. */
  boolean isCatchUp(long batch) {
    return catchUp.isPresent() && catchUp.getAsLong() == batch;
  }

  /** Takes everything out of flight; confirmed items stay confirmed. */
  void sessionEnded() {
    items.clearPending();
    catchUp = OptionalLong.empty();
    catchUpFailed = false;
    retryNanos = Long.MAX_VALUE;
    paused = false;
    liveRequests = 0;
    passingRequests = 0;
  }

  boolean isCurrent(long answered) {
    return epoch == answered;
  }
}
