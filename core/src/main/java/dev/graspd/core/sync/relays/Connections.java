package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Decides which relays we dial and when, and which connection to a relay is current (sync.md,
 * sections 7 and 8): few attempts at once, none before health and the naughty list allow it. Every
 * attempt and every end has its own number, so that answers of an earlier connection have no
 * effect. Owned by the sync thread.
 */
final class Connections {
  /** Attempts to connect at once. */
  static final int DIALS_MAX = 8;

  /**
   * Attempts at once to one host, on all its ports: a host that never answers leaves room for
   * others.
   */
  static final int DIALS_PER_HOST_MAX = 2;

  private final NaughtyList naughty;
  private final SyncActions actions;
  private final Wakes wakes;
  private final long startNanos;

  /** Relays that we may dial, waiting for a free attempt. */
  private final TreeSet<Due> waiting = new TreeSet<>();

  /** Relays beyond the cap. We do not dial them. */
  private SortedSet<RelayUrl> leftOut = new TreeSet<>();

  private final Map<String, Integer> dialingByHost = new HashMap<>();

  /**
   * Attempts and connections that count towards the cap, by epoch, until their socket is gone. A
   * connection that we hung up on counts until then: the cap limits the sockets that others see.
   */
  private final Set<Long> sockets = new HashSet<>();

  private final int maxRelays;
  private long epochs;
  private int dialing;
  private boolean stopped;

  /**
   * @param maxRelays the most relays connected or dialled at once, without bootstrap relays
   * @param startNanos the earliest time to dial
   */
  Connections(
      int maxRelays, NaughtyList naughty, SyncActions actions, Wakes wakes, long startNanos) {
    this.maxRelays = maxRelays;
    this.naughty = naughty;
    this.actions = actions;
    this.wakes = wakes;
    this.startNanos = startNanos;
  }

  void leaveOut(SortedSet<RelayUrl> relays) {
    leftOut = relays;
  }

  boolean isWanted(RelaySync relay) {
    return relay.isNeeded() && !leftOut.contains(relay.url);
  }

  boolean isStopped() {
    return stopped;
  }

  // ---- dialling

  /** Plans to dial a relay as soon as that is allowed, if it is wanted. */
  void queue(RelaySync relay, Now now) {
    if (stopped || !isWanted(relay)) {
      wakes.set(relay.url, Wakes.NEVER);
      return;
    }
    long due = Math.max(relay.health.nextAttemptNanos(), startNanos);
    due =
        Math.max(due, naughty.find(relay.url, now).map(NaughtyList.Entry::untilNanos).orElse(due));
    if (due <= now.nanos()) {
      wakes.set(relay.url, Wakes.NEVER);
      waiting.add(new Due(due, relay.url));
    } else {
      wakes.set(relay.url, due);
    }
  }

  void dialNext(KnownRelays relays, Now now) {
    if (dialing == DIALS_MAX || waiting.isEmpty()) {
      return;
    }
    for (Due due : List.copyOf(waiting)) {
      RelaySync relay = relays.find(due.relay()).filter(this::isToBeDialled).orElse(null);
      if (relay == null) {
        waiting.remove(due);
      } else if (dialing < DIALS_MAX && mayDial(relay)) {
        waiting.remove(due);
        dial(relay, now);
      }
    }
  }

  private boolean isToBeDialled(RelaySync relay) {
    return relay.phase == RelayPhase.DISCONNECTED && isWanted(relay);
  }

  private boolean mayDial(RelaySync relay) {
    return (relay.bootstrap || sockets.size() < maxRelays)
        && dialingByHost.getOrDefault(relay.url.host(), 0) < DIALS_PER_HOST_MAX;
  }

  private void dialEnded(RelayUrl relay) {
    dialing--;
    dialingByHost.computeIfPresent(relay.host(), (_, count) -> count == 1 ? null : count - 1);
  }

  private void dial(RelaySync relay, Now now) {
    if (relay.health.nextAttemptNanos() > now.nanos()) {
      queue(relay, now);
      return;
    }
    relay.epoch = ++epochs;
    relay.phase = RelayPhase.CONNECTING;
    if (!relay.bootstrap) {
      sockets.add(relay.epoch);
    }
    dialing++;
    dialingByHost.merge(relay.url.host(), 1, Integer::sum);
    boolean compares = !Boolean.FALSE.equals(relay.negentropy);
    actions.add(new SyncAction.Dial(relay.url, relay.epoch, compares));
  }

  /** An attempt has succeeded. */
  void opened(RelaySync relay, Now now) {
    dialEnded(relay.url);
    relay.phase = RelayPhase.SYNCING;
    relay.connected = now;
    relay.health.connected(now);
  }

  // ---- the end

  /** The socket of an attempt or connection is gone, whether it was still current or not. */
  void socketGone(long epoch) {
    sockets.remove(epoch);
  }

  /** An attempt has failed, or a connection is gone. A dead link can never confirm. */
  void ended(RelaySync relay, Now now) {
    if (relay.phase == RelayPhase.CONNECTING) {
      dialEnded(relay.url);
    }
    if (relay.phase.isOpen()) {
      relay.disconnected = now;
    }
    relay.phase = RelayPhase.DISCONNECTED;
    relay.epoch = ++epochs;
    relay.sessionEnded();
  }

  /** We end it; later messages from it have no effect. */
  void hangUp(RelaySync relay, String why, Now now) {
    actions.add(new SyncAction.HangUp(relay.url, relay.epoch, why));
    ended(relay, now);
  }

  /** Ends all connections and begins no new ones. */
  void stop(KnownRelays relays, Now now) {
    stopped = true;
    relays.all().stream()
        .filter(relay -> relay.phase != RelayPhase.DISCONNECTED)
        .forEach(relay -> hangUp(relay, "this server is shutting down", now));
  }
}
