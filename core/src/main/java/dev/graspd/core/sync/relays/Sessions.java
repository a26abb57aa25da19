package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.link.LinkInput;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Decides what to request on open connections (sync.md, section 7): everything after a fresh start
 * and once a day, the missed time after a short outage, failed batches after a pause, and new items
 * as {@link SyncPlan} says. Owned by the sync thread.
 */
final class Sessions {
  /** After a longer outage we compare everything again. */
  static final Duration QUICK_MAX = Duration.ofMinutes(15);

  /** Catching up overlaps the known time by this much. */
  static final Duration OVERLAP = Duration.ofMinutes(15);

  /** After a longer gap we compare sets, if the relay can. */
  static final Duration PAGED_GAP_MAX = Duration.ofMinutes(1);

  private static final Duration DAILY_MIN = Duration.ofHours(23);
  private static final Duration DAILY_SPREAD = Duration.ofHours(2);

  private final Duration batchWindow;
  private final RandomGenerator random;
  private final SyncActions actions;
  private long batches;

  Sessions(Duration batchWindow, RandomGenerator random, SyncActions actions) {
    this.batchWindow = batchWindow;
    this.random = random;
    this.actions = actions;
  }

  // ---- the beginning

  /** A connection is open. */
  void begin(RelaySync relay, Now now) {
    Now last = relay.disconnected;
    relay.batchEndedNanos = now.nanos();
    if (relay.dailyNanos <= now.nanos()) {
      relay.refused.clear();
    }
    if (relay.messageBytes.isPresent() || !relay.refused.isEmpty()) {
      actions.tell(relay, new LinkInput.Learned(relay.messageBytes, new TreeMap<>(relay.refused)));
    }
    if (relay.dailyNanos <= now.nanos()) {
      dailyStart(relay, now);
    } else if (last != null && isQuick(relay, last, now)) {
      quickReconnect(relay, now);
    } else {
      freshStart(relay, EventSource.STARTUP, now);
    }
  }

  /** The calendar was set meanwhile: we do not know what we missed. */
  private static boolean isQuick(RelaySync relay, Now last, Now now) {
    Duration down = Duration.ofNanos(now.nanos() - last.nanos());
    long drift = Math.abs(now.epochSeconds() - last.epochSeconds() - down.toSeconds());
    return down.compareTo(QUICK_MAX) <= 0
        && drift <= PAGED_GAP_MAX.toSeconds()
        && !relay.items.confirmed().isEmpty();
  }

  /** Compares everything again; open live requests stay open. */
  private void freshStart(RelaySync relay, EventSource source, Now now) {
    relay.items.clear();
    relay.items.want(new SyncItem.Announcements());
    relay.source = source;
    relay.catchUp = OptionalLong.empty();
    relay.catchUpFailed = false;
    relay.dailyNanos = now.after(DAILY_MIN.plusNanos(random.nextLong(DAILY_SPREAD.toNanos())));
  }

  /** Keeps confirmed items and fetches what was published meanwhile. */
  private void quickReconnect(RelaySync relay, Now now) {
    relay.items.want(new SyncItem.Announcements());
    relay.source = EventSource.RECONNECT;
    actions.tell(relay, new LinkInput.Cover(new TreeSet<>(relay.items.confirmed())));
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
    actions.tell(
        relay,
        new LinkInput.FetchHistory(
            batch, new TreeSet<>(relay.items.confirmed()), since, EventSource.RECONNECT));
  }

  // ---- going on

  /** Does what is due; returns when to call this again. */
  long advance(RelaySync relay, Now now) {
    resumeIfCool(relay, now);
    retryIfDue(relay, now);
    if (relay.dailyNanos <= now.nanos()) {
      dailySync(relay, now);
    }
    plan(relay);
    settle(relay, now);
    return nextNanos(relay);
  }

  private void resumeIfCool(RelaySync relay, Now now) {
    if (relay.paused && !relay.health.isCoolingDown(now)) {
      relay.paused = false;
      actions.tell(relay, new LinkInput.Resume());
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

  private void dailySync(RelaySync relay, Now now) {
    actions.tell(relay, new LinkInput.CancelHistory());
    if (!relay.refused.isEmpty()) {
      relay.refused.clear();
      actions.tell(relay, new LinkInput.AskForAll());
    }
    dailyStart(relay, now);
  }

  /** It may have become due while the relay was down. */
  private void dailyStart(RelaySync relay, Now now) {
    freshStart(relay, EventSource.DAILY, now);
    if (Boolean.FALSE.equals(relay.negentropy)) {
      relay.negentropy = null;
    }
  }

  /** Requests items that are wanted and neither in flight nor confirmed. */
  private void plan(RelaySync relay) {
    for (SyncPlan.AddFilters add : SyncPlan.computeActions(fresh(relay))) {
      long batch = ++batches;
      relay.items.begin(batch, add.items());
      actions.tell(relay, new LinkInput.Cover(add.items()));
      actions.tell(
          relay,
          new LinkInput.FetchHistory(batch, add.items(), OptionalLong.empty(), relay.source));
    }
  }

  /** While the targets are being read from the store, the announcements go ahead. */
  private static SortedSet<SyncItem> fresh(RelaySync relay) {
    SortedSet<SyncItem> wanted = relay.items.wanted();
    SyncItem announcements = new SyncItem.Announcements();
    if (!relay.targets.isReading()) {
      return wanted;
    }
    return new TreeSet<>(
        wanted.contains(announcements) ? List.of(announcements) : List.<SyncItem>of());
  }

  private void settle(RelaySync relay, Now now) {
    if (relay.isFetching() || relay.targets.isReading()) {
      return;
    }
    if (relay.hasFailures()) {
      relay.phase = RelayPhase.CONNECTED_HISTORIC_SYNC_FAILURES;
    } else if (now.nanos() - relay.batchEndedNanos >= batchWindow.toNanos()) {
      complete(relay, now);
    } else if (relay.phase == RelayPhase.CONNECTED_HISTORIC_SYNC_FAILURES) {
      relay.phase = RelayPhase.SYNCING;
    }
  }

  private void complete(RelaySync relay, Now now) {
    if (relay.phase != RelayPhase.CONNECTED) {
      actions.note(relay, new SyncNote.HistoryComplete());
    }
    if (relay.fetchedSomething) {
      relay.fetchedSomething = false;
      relay.historyComplete = now;
    }
    relay.phase = RelayPhase.CONNECTED;
    relay.source = EventSource.STARTUP;
  }

  private long nextNanos(RelaySync relay) {
    long next = relay.dailyNanos;
    if (relay.paused) {
      next = Math.min(next, relay.health.coolUntilNanos().orElse(next));
    }
    if (relay.hasFailures()) {
      next = Math.min(next, relay.retryNanos);
    }
    boolean settles = relay.phase == RelayPhase.SYNCING || relay.fetchedSomething;
    boolean isBusy = relay.isFetching() || relay.targets.isReading();
    if (settles && !isBusy && !relay.hasFailures()) {
      next = Math.min(next, relay.batchEndedNanos + batchWindow.toNanos());
    }
    return next;
  }

  // ---- how it went

  void batchDone(RelaySync relay, long batch, Now now) {
    relay.batchEndedNanos = now.nanos();
    relay.fetchedSomething = true;
    if (relay.isCatchUp(batch)) {
      relay.catchUp = OptionalLong.empty();
    } else {
      relay.items.done(batch);
    }
    if (!relay.hasFailures()) {
      relay.retryDelay = RelaySync.RETRY_MIN;
    }
  }

  void batchFailed(RelaySync relay, long batch, String why, Now now) {
    relay.batchEndedNanos = now.nanos();
    relay.lastError = why;
    if (relay.isCatchUp(batch)) {
      relay.catchUpFailed = true;
    } else {
      relay.items.failed(batch);
    }
    if (relay.retryNanos == Long.MAX_VALUE) {
      relay.retryNanos = now.after(relay.retryDelay);
      actions.note(relay, new SyncNote.HistoryFailed(relay.retryDelay, why));
      Duration doubled = relay.retryDelay.multipliedBy(2);
      relay.retryDelay = doubled.compareTo(RelaySync.RETRY_MAX) > 0 ? RelaySync.RETRY_MAX : doubled;
    }
  }
}
