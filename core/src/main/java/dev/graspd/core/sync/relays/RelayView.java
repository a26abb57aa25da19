package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a relay as operators see it.
 *
 * @param nextAttemptNanos when we dial it next; empty while it is connected
 */
public record RelayView(
    RelayUrl url,
    boolean bootstrap,
    RelayPhase phase,
    RelayHealth.State health,
    int failures,
    int repositories,
    int confirmed,
    int pending,
    int wanted,
    int liveRequests,
    int passingRequests,
    Optional<Now> connected,
    Optional<Now> disconnected,
    Optional<Now> historyComplete,
    OptionalLong caughtUpSeconds,
    String lastError,
    OptionalLong nextAttemptNanos) {
  static RelayView of(RelaySync relay, int repositories, Now now) {
    return new RelayView(
        relay.url,
        relay.bootstrap,
        relay.phase,
        relay.health.state(now),
        relay.health.failures(now),
        repositories,
        relay.items.confirmed().size(),
        relay.items.pendingItems(),
        relay.items.wantedItems(),
        relay.liveRequests,
        relay.passingRequests,
        Optional.ofNullable(relay.connected),
        Optional.ofNullable(relay.disconnected),
        Optional.ofNullable(relay.historyComplete),
        relay.caughtUpSeconds,
        relay.lastError,
        relay.phase == RelayPhase.DISCONNECTED
            ? OptionalLong.of(relay.health.nextAttemptNanos())
            : OptionalLong.empty());
  }
}
