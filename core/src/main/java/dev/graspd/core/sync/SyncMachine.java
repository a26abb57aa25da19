package dev.graspd.core.sync;

import dev.graspd.core.machine.Machine;
import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Event sync over all relays (sync.md, sections 2 to 8): who is connected to, what is wanted there,
 * what is confirmed, and when to try again. Every input records facts; {@link SyncPlan} alone
 * decides what is asked for. Owned by the sync thread.
 */
public final class SyncMachine implements Machine<SyncInput, SyncAction> {
  /** After a longer outage nothing is taken for granted. */
  static final Duration QUICK_MAX = Duration.ofMinutes(15);

  /** What is caught up on reaches back so far behind the last moment that is known to be here. */
  static final Duration OVERLAP = Duration.ofMinutes(15);

  /** After a longer gap a relay that can compare sets is compared with. */
  static final Duration PAGED_GAP_MAX = Duration.ofMinutes(1);

  private static final Duration DAILY_MIN = Duration.ofHours(23);
  private static final Duration DAILY_SPREAD = Duration.ofHours(2);

  /** Attempts to connect at once. */
  static final int DIALS_MAX = 8;

  private record Wake(long nanos, RelayUrl relay) implements Comparable<Wake> {
    private static final Comparator<Wake> ORDER =
        Comparator.comparingLong(Wake::nanos).thenComparing(Wake::relay);

    @Override
    public int compareTo(Wake that) {
      return ORDER.compare(this, that);
    }
  }

  private final SyncSettings settings;
  private final RandomGenerator random;
  private final RepoSyncIndex index;
  private final NaughtyList naughty;
  private final SortedMap<RelayUrl, RelaySync> relays = new TreeMap<>();
  private final TreeSet<Wake> wakes = new TreeSet<>();

  /** Relays that may be dialled, and wait for one of the attempts at once. */
  private final TreeSet<Wake> dialQueue = new TreeSet<>();

  /** Relays beyond the cap, that are not dialled. */
  private SortedSet<RelayUrl> leftOut = new TreeSet<>();

  private List<SyncAction> actions = new ArrayList<>();
  private long epochs;
  private long batches;
  private int dialing;
  private boolean logRead;
  private boolean stopped;
  private long startNanos;
  private long windowNanos = Long.MAX_VALUE;
  private long checkNanos = Long.MAX_VALUE;

  public SyncMachine(SyncSettings settings, RandomGenerator random, Now now) {
    this.settings = settings;
    this.random = random;
    this.index = new RepoSyncIndex(settings.bootstrap());
    this.naughty = new NaughtyList(settings.naughty(), settings.bootstrap());
    this.startNanos = now.after(settings.startupDelay());
    settings.bootstrap().forEach(url -> relay(url, now));
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
        relays.values().forEach(relay -> tend(relay, now));
      }
      case SyncInput.Connected(var url, var epoch) ->
          current(url, epoch).ifPresent(relay -> connected(relay, now));
      case SyncInput.DialFailed(var url, var epoch, var failure, var text) ->
          current(url, epoch).ifPresent(relay -> dialFailed(relay, failure, text, now));
      case SyncInput.Disconnected(var url, var epoch, var why) ->
          current(url, epoch).ifPresent(relay -> disconnected(relay, why, now));
      case SyncInput.Reported(var url, var epoch, var report) ->
          current(url, epoch).ifPresent(relay -> reported(relay, report, now));
      case SyncInput.Stop() -> stop(now);
      case SyncInput.Woken() -> {}
    }
    goOn(now);
    List<SyncAction> taken = actions;
    actions = new ArrayList<>();
    return taken;
  }

  private Optional<RelaySync> current(RelayUrl url, long epoch) {
    return Optional.ofNullable(relays.get(url)).filter(relay -> relay.isCurrent(epoch));
  }

  private RelaySync relay(RelayUrl url, Now now) {
    return relays.computeIfAbsent(
        url, _ -> new RelaySync(url, settings.bootstrap().contains(url), settings.health(), now));
  }

  // ---- time

  private void openWindow(Now now) {
    if (logRead && windowNanos == Long.MAX_VALUE) {
      windowNanos = now.after(settings.batchWindow());
    }
  }

  private void goOn(Now now) {
    if (!logRead || stopped) {
      return;
    }
    if (windowNanos <= now.nanos()) {
      windowNanos = Long.MAX_VALUE;
      applyChanges(now);
    }
    if (checkNanos <= now.nanos()) {
      checkNanos = Long.MAX_VALUE;
      lookOver(now);
    }
    List<Wake> due = new ArrayList<>();
    while (!wakes.isEmpty() && wakes.first().nanos() <= now.nanos()) {
      due.add(wakes.removeFirst());
    }
    // Each once: one that wants to be woken at once again is not waited for.
    for (Wake wake : due) {
      RelaySync relay = relays.get(wake.relay());
      if (relay != null) {
        relay.wakeNanos = Long.MAX_VALUE;
        tend(relay, now);
      }
    }
    dialNext(now);
  }

  @Override
  public OptionalLong nextWakeNanos() {
    if (!logRead || stopped) {
      return OptionalLong.empty();
    }
    long wake = Math.min(windowNanos, checkNanos);
    if (!wakes.isEmpty()) {
      wake = Math.min(wake, wakes.first().nanos());
    }
    return wake == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(wake);
  }

  private void wakeAt(RelaySync relay, long nanos) {
    if (relay.wakeNanos != nanos) {
      wakes.remove(new Wake(relay.wakeNanos, relay.url));
      relay.wakeNanos = nanos;
      if (nanos != Long.MAX_VALUE) {
        wakes.add(new Wake(nanos, relay.url));
      }
    }
  }

  // ---- what is wanted

  /** Takes over what the log has brought since the last time, relay by relay. */
  private void applyChanges(Now now) {
    TargetChanges changes = index.takeChanges();
    changes
        .removed()
        .forEach((url, items) -> {
          RelaySync relay = relays.get(url);
          if (relay != null) {
            SortedSet<SyncItem> told = relay.items.drop(items);
            if (relay.phase.isOpen() && !told.isEmpty()) {
              tell(relay, new LinkInput.Uncover(told));
            }
          }
        });
    changes
        .added()
        .forEach((url, items) -> {
          RelaySync relay = relay(url, now);
          items.forEach(relay.items::want);
        });
    SortedSet<RelayUrl> touched = new TreeSet<>(changes.added().keySet());
    touched.addAll(changes.removed().keySet());
    if (!touched.isEmpty() && checkNanos == Long.MAX_VALUE) {
      checkNanos = now.after(settings.checkInterval());
    }
    touched.stream()
        .map(relays::get)
        .forEach(relay -> {
          if (relay != null) {
            tend(relay, now);
          }
        });
  }

  /** Ends connections that nobody needs, and those beyond the cap. */
  private void lookOver(Now now) {
    leftOut = beyondCap();
    for (RelaySync relay : List.copyOf(relays.values())) {
      boolean needed = relay.isNeeded() && !leftOut.contains(relay.url);
      boolean first = relay.items.isPending() && relay.historyComplete == null;
      if (needed) {
        if (relay.phase == Phase.DISCONNECTED) {
          tend(relay, now);
        }
      } else if (relay.phase.isOpen() && first) {
        checkNanos = now.after(settings.checkInterval());
      } else {
        leave(relay, now);
      }
    }
  }

  private void leave(RelaySync relay, Now now) {
    if (relay.phase != Phase.DISCONNECTED) {
      hangUp(relay, "not needed any more", now);
      relay.health.closed(now);
    }
    if (!relay.isNeeded()) {
      wakeAt(relay, Long.MAX_VALUE);
      relays.remove(relay.url);
    }
  }

  private SortedSet<RelayUrl> beyondCap() {
    SortedSet<RelayUrl> beyond = new TreeSet<>();
    List<RelaySync> counted =
        relays.values().stream().filter(relay -> !relay.bootstrap && relay.isNeeded()).toList();
    if (counted.size() > settings.maxRelays()) {
      counted.stream()
          .sorted(
              Comparator.comparingInt((RelaySync relay) -> -index.repositoriesOf(relay.url))
                  .thenComparing(relay -> relay.url))
          .skip(settings.maxRelays())
          .forEach(relay -> beyond.add(relay.url));
    }
    return beyond;
  }

  // ---- one relay

  /** Does what is due, and says when to look again. */
  private void tend(RelaySync relay, Now now) {
    if (relay.phase.isOpen()) {
      resumeIfCool(relay, now);
      retryIfDue(relay, now);
      if (relay.dailyNanos <= now.nanos()) {
        dailySync(relay, now);
      }
      plan(relay);
      settle(relay, now);
      wakeAt(relay, nextOfOpen(relay));
    } else if (relay.phase == Phase.DISCONNECTED) {
      queueDial(relay, now);
    } else {
      wakeAt(relay, Long.MAX_VALUE);
    }
  }

  private long nextOfOpen(RelaySync relay) {
    long next = relay.dailyNanos;
    if (relay.paused) {
      next = Math.min(next, relay.health.coolUntilNanos().orElse(next));
    }
    if (relay.hasFailures()) {
      next = Math.min(next, relay.retryNanos);
    }
    boolean settles = relay.phase == Phase.SYNCING || relay.fetchedSomething;
    if (settles && !relay.isFetching() && !relay.hasFailures()) {
      next = Math.min(next, relay.batchEndedNanos + settings.batchWindow().toNanos());
    }
    return next;
  }

  private void tell(RelaySync relay, LinkInput input) {
    actions.add(new SyncAction.Tell(relay.url, relay.epoch, input));
  }

  private void note(RelaySync relay, SyncNote note) {
    actions.add(new SyncAction.Note(relay.url, note));
  }

  /** Asks for what is wanted and neither in flight nor confirmed. */
  private void plan(RelaySync relay) {
    for (SyncPlan.AddFilters add : SyncPlan.computeActions(relay.items.wanted())) {
      long batch = ++batches;
      relay.items.begin(batch, add.items());
      tell(relay, new LinkInput.Cover(add.items()));
      tell(
          relay,
          new LinkInput.FetchHistory(batch, add.items(), OptionalLong.empty(), relay.source));
    }
  }

  private void settle(RelaySync relay, Now now) {
    if (relay.isFetching()) {
      return;
    }
    if (relay.hasFailures()) {
      relay.phase = Phase.CONNECTED_HISTORIC_SYNC_FAILURES;
    } else if (now.nanos() - relay.batchEndedNanos >= settings.batchWindow().toNanos()) {
      if (relay.phase != Phase.CONNECTED) {
        note(relay, new SyncNote.HistoryComplete());
      }
      if (relay.fetchedSomething) {
        relay.fetchedSomething = false;
        relay.historyComplete = now;
      }
      relay.phase = Phase.CONNECTED;
      relay.source = EventSource.STARTUP;
    } else if (relay.phase == Phase.CONNECTED_HISTORIC_SYNC_FAILURES) {
      relay.phase = Phase.SYNCING;
    }
  }

  private void resumeIfCool(RelaySync relay, Now now) {
    if (relay.paused && !relay.health.isCoolingDown(now)) {
      relay.paused = false;
      tell(relay, new LinkInput.Resume());
    }
  }

  private void retryIfDue(RelaySync relay, Now now) {
    if (!relay.hasFailures() || now.nanos() < relay.retryNanos) {
      return;
    }
    relay.retryNanos = Long.MAX_VALUE;
    relay.items.retry();
    if (relay.catchUpFailed) {
      relay.catchUpFailed = false;
      catchUp(relay, relay.catchUpSince);
    }
  }

  // ---- connecting

  private void queueDial(RelaySync relay, Now now) {
    if (stopped || !relay.isNeeded() || leftOut.contains(relay.url)) {
      wakeAt(relay, Long.MAX_VALUE);
      return;
    }
    long due = Math.max(relay.health.nextAttemptNanos(), startNanos);
    due =
        Math.max(due, naughty.find(relay.url, now).map(NaughtyList.Entry::untilNanos).orElse(due));
    if (due <= now.nanos()) {
      wakeAt(relay, Long.MAX_VALUE);
      dialQueue.add(new Wake(due, relay.url));
    } else {
      wakeAt(relay, due);
    }
  }

  private void dialNext(Now now) {
    while (dialing < DIALS_MAX && !dialQueue.isEmpty()) {
      RelaySync relay = relays.get(dialQueue.removeFirst().relay());
      if (relay != null && relay.phase == Phase.DISCONNECTED && relay.isNeeded()) {
        dial(relay, now);
      }
    }
  }

  private void dial(RelaySync relay, Now now) {
    if (relay.health.nextAttemptNanos() > now.nanos()) {
      queueDial(relay, now);
      return;
    }
    relay.epoch = ++epochs;
    relay.phase = Phase.CONNECTING;
    dialing++;
    boolean compares = !Boolean.FALSE.equals(relay.negentropy);
    actions.add(new SyncAction.Dial(relay.url, relay.epoch, compares));
  }

  private void dialFailed(RelaySync relay, DialFailure failure, String text, Now now) {
    if (relay.phase != Phase.CONNECTING) {
      return;
    }
    endSession(relay);
    relay.lastError = text;
    Optional<NaughtyList.Category> category = NaughtyList.Category.of(failure);
    if (category.isPresent() && naughty.add(relay.url, category.get(), text, now)) {
      note(relay, new SyncNote.Naughty(category.get(), text));
    } else if (failure == DialFailure.PRIVATE_SERVICE || failure == DialFailure.DENIED) {
      Duration _ = relay.health.policyLimited(now);
      note(relay, new SyncNote.NotDialled(text));
    } else if (failure == DialFailure.RESOLVER_SILENT) {
      failed(relay, relay.health.failedHere(now, random), text, false, now);
    } else {
      boolean wasDead = relay.health.state(now) == RelayHealth.State.DEAD;
      failed(relay, relay.health.failed(now, random), text, wasDead, now);
    }
    tend(relay, now);
  }

  private void failed(RelaySync relay, Duration pause, String why, boolean wasDead, Now now) {
    note(relay, new SyncNote.Failed(relay.health.failures(now), pause, why));
    if (!wasDead && relay.health.state(now) == RelayHealth.State.DEAD) {
      note(relay, new SyncNote.Dead(relay.health.outage(now)));
    }
  }

  private void connected(RelaySync relay, Now now) {
    if (relay.phase != Phase.CONNECTING) {
      return;
    }
    dialing--;
    Now last = relay.disconnected;
    relay.phase = Phase.SYNCING;
    relay.connected = now;
    relay.batchEndedNanos = now.nanos();
    relay.health.connected(now);
    if (last != null && isQuick(relay, last, now)) {
      quickReconnect(relay, now);
    } else {
      freshStart(relay, EventSource.STARTUP, now);
    }
    tend(relay, now);
  }

  /** A calendar that was set meanwhile says nothing about what we missed. */
  private static boolean isQuick(RelaySync relay, Now last, Now now) {
    Duration down = Duration.ofNanos(now.nanos() - last.nanos());
    long drift = Math.abs(now.epochSeconds() - last.epochSeconds() - down.toSeconds());
    return down.compareTo(QUICK_MAX) <= 0
        && drift <= PAGED_GAP_MAX.toSeconds()
        && now.nanos() < relay.dailyNanos
        && !relay.items.confirmed().isEmpty();
  }

  /** Nothing is taken for granted; live requests that are open stay open. */
  private void freshStart(RelaySync relay, EventSource source, Now now) {
    relay.items.clear();
    relay.items.want(new SyncItem.Announcements());
    relay.source = source;
    relay.catchUp = OptionalLong.empty();
    relay.catchUpFailed = false;
    relay.dailyNanos = now.after(DAILY_MIN.plusNanos(random.nextLong(DAILY_SPREAD.toNanos())));
  }

  /** What was confirmed stays so, and what was published meanwhile is fetched. */
  private void quickReconnect(RelaySync relay, Now now) {
    relay.items.want(new SyncItem.Announcements());
    relay.source = EventSource.RECONNECT;
    tell(relay, new LinkInput.Cover(new TreeSet<>(relay.items.confirmed())));
    OptionalLong caughtUp = relay.caughtUpSeconds;
    boolean compare =
        caughtUp.isEmpty()
            || (Boolean.TRUE.equals(relay.negentropy)
                && now.epochSeconds() - caughtUp.getAsLong() > PAGED_GAP_MAX.toSeconds());
    catchUp(
        relay,
        compare
            ? OptionalLong.empty()
            : OptionalLong.of(caughtUp.getAsLong() - OVERLAP.toSeconds()));
  }

  private void catchUp(RelaySync relay, OptionalLong since) {
    long batch = ++batches;
    relay.catchUp = OptionalLong.of(batch);
    relay.catchUpSince = since;
    tell(
        relay,
        new LinkInput.FetchHistory(
            batch, new TreeSet<>(relay.items.confirmed()), since, EventSource.RECONNECT));
  }

  private void dailySync(RelaySync relay, Now now) {
    tell(relay, new LinkInput.CancelHistory());
    freshStart(relay, EventSource.DAILY, now);
    if (Boolean.FALSE.equals(relay.negentropy)) {
      relay.negentropy = null;
    }
  }

  // ---- disconnecting

  /** A dead link can never confirm. */
  private void endSession(RelaySync relay) {
    if (relay.phase == Phase.CONNECTING) {
      dialing--;
    }
    relay.phase = Phase.DISCONNECTED;
    relay.epoch = ++epochs;
    relay.items.clearPending();
    relay.catchUp = OptionalLong.empty();
    relay.catchUpFailed = false;
    relay.retryNanos = Long.MAX_VALUE;
    relay.paused = false;
    relay.liveRequests = 0;
    relay.passingRequests = 0;
  }

  private void disconnected(RelaySync relay, String why, Now now) {
    boolean wasOpen = relay.phase.isOpen();
    endSession(relay);
    relay.lastError = why;
    if (wasOpen) {
      relay.disconnected = now;
    }
    boolean wasDead = relay.health.state(now) == RelayHealth.State.DEAD;
    Duration pause = relay.health.lost(now, random);
    if (relay.health.failures(now) > 0) {
      failed(relay, pause, why, wasDead, now);
    }
    tend(relay, now);
  }

  /** We end it; what it still says has no effect. */
  private void hangUp(RelaySync relay, String why, Now now) {
    actions.add(new SyncAction.HangUp(relay.url, relay.epoch, why));
    if (relay.phase.isOpen()) {
      relay.disconnected = now;
    }
    endSession(relay);
  }

  private void stop(Now now) {
    stopped = true;
    relays.values().stream()
        .filter(relay -> relay.phase != Phase.DISCONNECTED)
        .forEach(relay -> hangUp(relay, "this server is shutting down", now));
  }

  // ---- reports

  private void reported(RelaySync relay, LinkReport report, Now now) {
    if (!relay.phase.isOpen()) {
      return;
    }
    switch (report) {
      case LinkReport.BatchDone(var batch) -> batchDone(relay, batch, now);
      case LinkReport.BatchFailed(var batch, var why) -> batchFailed(relay, batch, why, now);
      case LinkReport.RateLimited(var text) -> rateLimited(relay, text, now);
      case LinkReport.Refused(var text) -> refused(relay, text, now);
      case LinkReport.Misbehaved(var text) -> misbehaved(relay, text, now);
      case LinkReport.Negentropy(var works) -> negentropy(relay, works);
      case LinkReport.CaughtUp(var until) ->
          relay.caughtUpSeconds =
              OptionalLong.of(Math.max(until, relay.caughtUpSeconds.orElse(until)));
      case LinkReport.Load(var live, var passing) -> {
        relay.liveRequests = live;
        relay.passingRequests = passing;
      }
      case LinkReport.GapEvent _, LinkReport.Lacks _ -> {}
    }
    if (relays.get(relay.url) == relay) {
      tend(relay, now);
    }
  }

  private void batchDone(RelaySync relay, long batch, Now now) {
    relay.batchEndedNanos = now.nanos();
    relay.fetchedSomething = true;
    if (relay.catchUp.isPresent() && relay.catchUp.getAsLong() == batch) {
      relay.catchUp = OptionalLong.empty();
    } else {
      relay.items.done(batch);
    }
    if (!relay.hasFailures()) {
      relay.retryDelay = RelaySync.RETRY_MIN;
    }
  }

  private void batchFailed(RelaySync relay, long batch, String why, Now now) {
    relay.batchEndedNanos = now.nanos();
    relay.lastError = why;
    if (relay.catchUp.isPresent() && relay.catchUp.getAsLong() == batch) {
      relay.catchUpFailed = true;
    } else {
      relay.items.failed(batch);
    }
    if (relay.retryNanos == Long.MAX_VALUE) {
      relay.retryNanos = now.after(relay.retryDelay);
      note(relay, new SyncNote.HistoryFailed(relay.retryDelay, why));
      Duration doubled = relay.retryDelay.multipliedBy(2);
      relay.retryDelay = doubled.compareTo(RelaySync.RETRY_MAX) > 0 ? RelaySync.RETRY_MAX : doubled;
    }
  }

  private void rateLimited(RelaySync relay, String text, Now now) {
    Duration pause = relay.health.rateLimited(now);
    relay.lastError = text;
    relay.paused = true;
    tell(relay, new LinkInput.Pause());
    note(relay, new SyncNote.CoolingDown(pause, text));
  }

  private void refused(RelaySync relay, String text, Now now) {
    relay.lastError = text;
    Duration _ = relay.health.policyLimited(now);
    note(relay, new SyncNote.PolicyLimited(text));
    hangUp(relay, text, now);
    relay.health.closed(now);
  }

  private void misbehaved(RelaySync relay, String text, Now now) {
    relay.lastError = text;
    hangUp(relay, text, now);
    if (naughty.add(relay.url, NaughtyList.Category.MISBEHAVED, text, now)) {
      note(relay, new SyncNote.Naughty(NaughtyList.Category.MISBEHAVED, text));
      relay.health.closed(now);
    } else {
      failed(relay, relay.health.failed(now, random), text, false, now);
    }
  }

  private void negentropy(RelaySync relay, boolean works) {
    if (!works && !relay.negentropyNoted) {
      note(relay, new SyncNote.NoNegentropy());
    }
    relay.negentropyNoted = !works;
    relay.negentropy = works;
  }

  // ---- views

  /** Returns what is known of every relay, by URL. */
  public List<RelayView> views(Now now) {
    return relays.values().stream().map(relay -> view(relay, now)).toList();
  }

  public NaughtyList naughty() {
    return naughty;
  }

  private RelayView view(RelaySync relay, Now now) {
    return new RelayView(
        relay.url,
        relay.bootstrap,
        relay.phase,
        relay.health.state(now),
        relay.health.failures(now),
        index.repositoriesOf(relay.url),
        relay.items.confirmed().size(),
        relay.items.pendingItems(),
        relay.items.wantedItems(),
        relay.liveRequests,
        relay.passingRequests,
        optional(relay.connected),
        optional(relay.disconnected),
        optional(relay.historyComplete),
        relay.caughtUpSeconds,
        relay.lastError,
        relay.phase == Phase.DISCONNECTED
            ? OptionalLong.of(relay.health.nextAttemptNanos())
            : OptionalLong.empty());
  }

  private static Optional<Now> optional(@Nullable Now now) {
    return Optional.ofNullable(now);
  }
}
