package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Machine;
import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Event sync over all relays (sync.md, sections 2 to 8): passes each input to the part that it
 * concerns, then checks every relay that it may concern. {@link Connections} decides which relays
 * we dial, {@link Sessions} what we request, {@link RelayFailures} what follows from failures.
 * Every input records facts; only {@link SyncPlan} decides on requests for new items. Owned by the
 * sync thread.
 */
public final class SyncMachine implements Machine<SyncInput, SyncAction> {
  private static final long NEVER = Wakes.NEVER;

  private final SyncSettings settings;
  private final RepoSyncIndex index;
  private final NaughtyList naughty;
  private final SyncActions actions = new SyncActions();
  private final Wakes wakes = new Wakes();
  private final KnownRelays relays;
  private final Connections connections;
  private final Sessions sessions;
  private final RelayFailures failures;
  private final Reports reports;
  private boolean logRead;
  private long windowNanos = NEVER;
  private long checkNanos = NEVER;

  public SyncMachine(SyncSettings settings, RandomGenerator random, Now now) {
    this.settings = settings;
    this.index = new RepoSyncIndex(settings.bootstrap());
    this.naughty = new NaughtyList(settings.naughty(), settings.bootstrap());
    this.relays = new KnownRelays(settings, now);
    this.connections =
        new Connections(
            settings.maxRelays(), naughty, actions, wakes, now.after(settings.startupDelay()));
    this.sessions = new Sessions(settings.batchWindow(), random, actions);
    this.failures = new RelayFailures(naughty, random, actions);
    this.reports = new Reports(sessions, connections, failures, actions);
  }

  @Override
  public List<SyncAction> on(SyncInput input, Now now) {
    switch (input) {
      case SyncInput.Announced(var repository, var id, var level, var urls) -> {
        index.announced(repository, id, level, urls);
        openWindow(now);
      }
      case SyncInput.RootSeen(var id, var repositories) -> {
        index.rootSeen(id, repositories);
        openWindow(now);
      }
      case SyncInput.Gone(var id) -> {
        index.gone(id);
        openWindow(now);
      }
      case SyncInput.LogRead() -> {
        logRead = true;
        windowNanos = now.nanos();
        relays.all().forEach(relay -> update(relay, now));
      }
      case SyncInput.Connected(var url, var epoch) ->
          relays.find(url, epoch).ifPresent(relay -> connected(relay, now));
      case SyncInput.DialFailed(var url, var epoch, var failure, var text) -> {
        connections.socketGone(epoch);
        relays.find(url, epoch).ifPresent(relay -> dialFailed(relay, failure, text, now));
      }
      case SyncInput.Disconnected(var url, var epoch, var why) -> {
        connections.socketGone(epoch);
        relays.find(url, epoch).ifPresent(relay -> disconnected(relay, why, now));
      }
      case SyncInput.Reported(var url, var epoch, var report) ->
          relays.find(url, epoch).ifPresent(relay -> reported(relay, report, now));
      case SyncInput.Stop() -> connections.stop(relays, now);
      case SyncInput.Woken() -> {}
    }
    advance(now);
    return actions.take();
  }

  // ---- what happens to one relay

  private void connected(RelaySync relay, Now now) {
    if (relay.phase == RelayPhase.CONNECTING) {
      connections.opened(relay, now);
      sessions.begin(relay, now);
      update(relay, now);
    }
  }

  private void dialFailed(RelaySync relay, DialFailure failure, String text, Now now) {
    if (relay.phase == RelayPhase.CONNECTING) {
      connections.ended(relay, now);
      failures.unreachable(relay, failure, text, now);
      update(relay, now);
    }
  }

  private void disconnected(RelaySync relay, String why, Now now) {
    connections.ended(relay, now);
    failures.lost(relay, why, now);
    update(relay, now);
  }

  private void reported(RelaySync relay, LinkReport report, Now now) {
    if (relay.phase.isOpen()) {
      reports.take(relay, report, now);
      update(relay, now);
    }
  }

  /** Does what is due, and plans the next check. */
  private void update(RelaySync relay, Now now) {
    if (relay.phase.isOpen()) {
      wakes.set(relay.url, sessions.advance(relay, now));
    } else if (relay.phase == RelayPhase.DISCONNECTED) {
      connections.queue(relay, now);
    } else {
      wakes.set(relay.url, NEVER);
    }
  }

  // ---- time

  private void openWindow(Now now) {
    if (logRead && windowNanos == NEVER) {
      windowNanos = now.after(settings.batchWindow());
    }
  }

  private boolean isResting() {
    return !logRead || connections.isStopped();
  }

  private void advance(Now now) {
    if (isResting()) {
      return;
    }
    if (windowNanos <= now.nanos()) {
      windowNanos = NEVER;
      applyChanges(now);
    }
    if (checkNanos <= now.nanos()) {
      checkNanos = NEVER;
      endUnneeded(now);
    }
    // Each relay once, even if it wants to be woken again at once.
    for (RelayUrl due : wakes.takeDue(now)) {
      relays.find(due).ifPresent(relay -> update(relay, now));
    }
    connections.dialNext(relays, now);
  }

  @Override
  public OptionalLong nextWakeNanos() {
    if (isResting()) {
      return OptionalLong.empty();
    }
    long wake = Math.min(windowNanos, checkNanos);
    wake = Math.min(wake, wakes.nextNanos().orElse(wake));
    return wake == NEVER ? OptionalLong.empty() : OptionalLong.of(wake);
  }

  // ---- what is wanted

  /** Takes over the changes from the log, relay by relay. */
  private void applyChanges(Now now) {
    TargetChanges changes = index.takeChanges();
    changes
        .removed()
        .forEach((url, items) -> relays.find(url).ifPresent(relay -> drop(relay, items)));
    changes.added().forEach((url, items) -> items.forEach(relays.meet(url, now).items::want));
    keepCap(now);
    SortedSet<RelayUrl> touched = new TreeSet<>(changes.added().keySet());
    touched.addAll(changes.removed().keySet());
    if (!touched.isEmpty() && checkNanos == NEVER) {
      checkNanos = now.after(settings.checkInterval());
    }
    touched.forEach(url -> relays.find(url).ifPresent(relay -> update(relay, now)));
  }

  private void drop(RelaySync relay, SortedSet<SyncItem> items) {
    SortedSet<SyncItem> told = relay.items.drop(items);
    if (relay.phase.isOpen() && !told.isEmpty()) {
      actions.tell(relay, new LinkInput.Uncover(told));
    }
  }

  /** Ends connections beyond the cap, also busy ones, before others take their place. */
  private void keepCap(Now now) {
    SortedSet<RelayUrl> beyond = relays.beyondCap(index::repositoriesOf);
    connections.leaveOut(beyond);
    for (RelayUrl url : beyond) {
      relays.find(url).ifPresent(relay -> hangUp(relay, "beyond the number of relays", now));
    }
  }

  /** Ends connections that are not needed, and those beyond the cap. */
  private void endUnneeded(Now now) {
    keepCap(now);
    for (RelaySync relay : relays.all()) {
      boolean first = relay.items.isPending() && relay.historyComplete == null;
      if (connections.isWanted(relay)) {
        if (relay.phase == RelayPhase.DISCONNECTED) {
          update(relay, now);
        }
      } else if (relay.phase.isOpen() && first) {
        checkNanos = now.after(settings.checkInterval());
      } else {
        leave(relay, now);
      }
    }
  }

  private void hangUp(RelaySync relay, String why, Now now) {
    if (relay.phase != RelayPhase.DISCONNECTED) {
      connections.hangUp(relay, why, now);
      relay.health.closed(now);
    }
  }

  private void leave(RelaySync relay, Now now) {
    hangUp(relay, "not needed any more", now);
    if (!relay.isNeeded()) {
      wakes.set(relay.url, NEVER);
      relays.forget(relay);
    }
  }

  // ---- views

  /** Returns what is known of every relay, by URL. */
  public List<RelayView> views(Now now) {
    return relays.all().stream()
        .map(relay -> RelayView.of(relay, index.repositoriesOf(relay.url), now))
        .toList();
  }

  public NaughtyList naughty() {
    return naughty;
  }
}
