package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Machine;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
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
  private final FollowedFamilies followed;
  private final RepoSyncIndex index;
  private final NaughtyList naughty;
  private final SyncActions actions = new SyncActions();
  private final Wakes wakes = new Wakes();
  private final KnownRelays relays;
  private final Connections connections;
  private final Sessions sessions;
  private final RelayFailures failures;
  private final Reports reports;

  /** Families that were not told again yet since records of the log were lost. */
  private Optional<SortedSet<Identifier>> unconfirmed = Optional.empty();

  private boolean logRead;
  private long windowNanos = NEVER;
  private long checkNanos = NEVER;

  public SyncMachine(SyncSettings settings, RandomGenerator random, Now now) {
    this.settings = settings;
    this.followed = new FollowedFamilies(settings.bootstrap());
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
      case SyncInput.Family(var family, var repositories) -> {
        unconfirmed.ifPresent(families -> families.remove(family));
        told(family, repositories);
        openWindow(now);
      }
      case SyncInput.Announced(var family) -> {
        if (followed.has(family)) {
          actions.add(new SyncAction.ReadFamily(family));
        }
      }
      case SyncInput.RootSeen(var id, var repositories) -> {
        index.rootSeen(id, repositories);
        openWindow(now);
      }
      case SyncInput.RootGone(var id) -> {
        index.rootGone(id);
        openWindow(now);
      }
      case SyncInput.LogLost() -> unconfirmed = Optional.of(followed.families());
      case SyncInput.LogRead() -> logRead(now);
      case SyncInput.FamiliesRead(var url, var reading) ->
          relays.find(url).ifPresent(relay -> familiesRead(relay, reading, now));
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

  // ---- what the store tells

  private void told(Identifier family, SortedMap<RepoAddress, Wanted> repositories) {
    followed.put(family, repositories);
    index.family(family, repositories);
    SortedSet<RepoAddress> unread = index.takeRootsUnread();
    if (!unread.isEmpty()) {
      actions.add(new SyncAction.ReadRoots(unread, Collections.emptySortedSet()));
    }
  }

  /** What was not told again has been removed meanwhile; removed roots are found one by one. */
  private void logRead(Now now) {
    unconfirmed.ifPresent(families -> {
      families.forEach(family -> told(family, Collections.emptySortedMap()));
      actions.add(new SyncAction.ReadRoots(index.withRoots(), index.rootIds()));
    });
    unconfirmed = Optional.empty();
    logRead = true;
    windowNanos = now.nanos();
    relays.all().forEach(relay -> update(relay, now));
  }

  // ---- the targets of one relay

  /** Reads what is wanted of a relay that is at work from now on. */
  private void readTargets(RelaySync relay) {
    index.open(relay.url);
    read(relay, relay.targets.begin(followed.familiesOf(relay.url)));
  }

  private void read(RelaySync relay, List<Identifier> page) {
    actions.add(new SyncAction.ReadFamilies(relay.url, relay.targets.number(), page));
  }

  private void familiesRead(RelaySync relay, long reading, Now now) {
    boolean wasReading = relay.targets.isReading();
    relay.targets.pageRead(reading).ifPresent(page -> read(relay, page));
    if (wasReading && relay.targets.isHere()) {
      applyChanges(now);
      update(relay, now);
    }
  }

  /**
   * A quick reconnect needs the targets of a relay. Later, or if they were not read completely,
   * everything is compared again with the next connection: they leave memory, and are read again
   * then.
   */
  private void keepTargets(RelaySync relay, Now now) {
    Now since = relay.disconnected;
    if (relay.targets.isAway() || since == null) {
      return;
    }
    long until = since.after(Sessions.QUICK_MAX);
    if (relay.targets.isReading() || until < now.nanos()) {
      forgetTargets(relay);
    } else {
      wakes.setNoLater(relay.url, until + 1);
    }
  }

  private void forgetTargets(RelaySync relay) {
    relay.targets.forget();
    index.close(relay.url, relay.items.families());
    relay.items.forget();
  }

  // ---- what happens to one relay

  private void connected(RelaySync relay, Now now) {
    if (relay.phase == RelayPhase.CONNECTING) {
      connections.opened(relay, now);
      sessions.begin(relay, now);
      if (relay.targets.isAway()) {
        readTargets(relay);
      }
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
      keepTargets(relay, now);
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
    changes
        .added()
        .forEach(
            (url, items) -> relays.find(url).ifPresent(relay -> items.forEach(relay.items::want)));
    SortedSet<RelayUrl> touched = followed.takeTouched();
    touched.forEach(url -> count(url, now));
    keepCap(now);
    touched.addAll(changes.added().keySet());
    touched.addAll(changes.removed().keySet());
    if (!touched.isEmpty() && checkNanos == NEVER) {
      checkNanos = now.after(settings.checkInterval());
    }
    touched.forEach(url -> relays.find(url).ifPresent(relay -> update(relay, now)));
  }

  private void count(RelayUrl url, Now now) {
    int repositories = followed.repositoriesOf(url);
    Optional<RelaySync> relay =
        repositories > 0 ? Optional.of(relays.meet(url, now)) : relays.find(url);
    relay.ifPresent(one -> one.repositories = repositories);
  }

  private void drop(RelaySync relay, SortedSet<SyncItem> items) {
    SortedSet<SyncItem> told = relay.items.drop(items);
    if (relay.phase.isOpen() && !told.isEmpty()) {
      actions.tell(relay, new LinkInput.Uncover(told));
    }
  }

  /** Ends connections beyond the cap, also busy ones, before others take their place. */
  private void keepCap(Now now) {
    SortedSet<RelayUrl> beyond = relays.beyondCap(followed::repositoriesOf);
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
      keepTargets(relay, now);
    }
  }

  private void leave(RelaySync relay, Now now) {
    hangUp(relay, "not needed any more", now);
    if (!relay.isNeeded()) {
      wakes.set(relay.url, NEVER);
      forgetTargets(relay);
      relays.forget(relay);
    }
  }

  // ---- views

  /** Returns what is known of every relay, by URL. */
  public List<RelayView> views(Now now) {
    return relays.all().stream()
        .map(relay -> RelayView.of(relay, followed.repositoriesOf(relay.url), now))
        .toList();
  }

  /**
   * What is in memory: a row for each followed family; repositories and roots of relays at work.
   */
  public record Memory(int families, int repositories, int roots) {}

  public Memory memory() {
    return new Memory(followed.size(), index.repositories(), index.roots());
  }

  public NaughtyList naughty() {
    return naughty;
  }
}
