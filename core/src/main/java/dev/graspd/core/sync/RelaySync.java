package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the sync machine knows of one relay. Owned by the sync thread. */
final class RelaySync {
  static final Duration RETRY_MIN = Duration.ofSeconds(30);
  static final Duration RETRY_MAX = Duration.ofMinutes(15);

  final RelayUrl url;
  final boolean bootstrap;
  final RelayItems items = new RelayItems();
  final RelayHealth health;

  Phase phase = Phase.DISCONNECTED;

  /** Of the connection or attempt that counts; answers of others have no effect. */
  long epoch;

  @Nullable Now connected;
  @Nullable Now disconnected;
  @Nullable Now historyComplete;
  String lastError = "";

  /** Everything published there up to this time is here, in calendar seconds. */
  OptionalLong caughtUpSeconds = OptionalLong.empty();

  /** Whether it speaks NIP-77; null until it is known. */
  @Nullable Boolean negentropy;

  /** Layers that it refused since the last daily sync, and how far we gave in. */
  final SortedMap<LayerGroup, Integer> refused = new TreeMap<>();

  /** The longest message that it takes, as far as it has ended connections for longer ones. */
  OptionalInt messageBytes = OptionalInt.empty();

  /** Whether operators have read that it does not. */
  boolean negentropyNoted;

  /** Whether history ended since it was last complete. */
  boolean fetchedSomething;

  /** Why history is fetched now. */
  EventSource source = EventSource.STARTUP;

  /** The batch that makes up for an outage, while one is needed. */
  OptionalLong catchUp = OptionalLong.empty();

  boolean catchUpFailed;

  /** Whether the connection has been told to send nothing new. */
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
    return bootstrap || items.hasTargets();
  }

  /** Returns whether something of its history is in flight. */
  boolean isFetching() {
    return items.isPending() || (catchUp.isPresent() && !catchUpFailed);
  }

  boolean hasFailures() {
    return items.isDeferred() || catchUpFailed;
  }

  /** Returns whether this batch makes up for an outage. */
  boolean isCatchUp(long batch) {
    return catchUp.isPresent() && catchUp.getAsLong() == batch;
  }

  /** Nothing is in flight any more; what is confirmed stays so. */
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
