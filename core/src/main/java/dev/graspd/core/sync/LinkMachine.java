package dev.graspd.core.sync;

import dev.graspd.core.machine.Machine;
import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.FromRelay;
import dev.graspd.core.nostr.SubscriptionId;
import dev.graspd.core.sync.RelayWords.Meaning;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a relay (sync.md, section 6): how what the sync machine wants is asked on the
 * wire, and what the answers mean. Owned by the connection's own thread; nothing is shared with
 * other connections, so a slow or hostile relay costs nobody but itself.
 */
public final class LinkMachine implements Machine<LinkInput, LinkAction> {
  static final Duration PING_AFTER = Duration.ofSeconds(30);
  static final Duration DEAD_AFTER = Duration.ofSeconds(60);

  /** Before a live request that the relay closed is opened again. */
  static final Duration REOPEN_AFTER = Duration.ofSeconds(30);

  /** Reports on how far we are, and how busy, come no faster than this. */
  static final Duration REPORT_EVERY = Duration.ofSeconds(2);

  /** What follows from events and judgements is looked for this long after the last look. */
  static final Duration ROUTINE_MAX = Duration.ofMillis(10);

  /** An event that live delivery should have brought is at least so old. */
  public static final Duration GAP_AGE_MIN = Duration.ofSeconds(60);

  /** After a complaint about too much at once; answers to what was sent before come meanwhile. */
  static final Duration REST = Duration.ofSeconds(3);

  private final Duration gapAgeMin;
  private final Wire wire = new Wire();
  private final RequestRules rules;
  private final LiveRequests live;
  private final History history;
  private final Rotation rotation;
  private final Authentication authentication;
  private final Conduct conduct = new Conduct();
  private final Map<EventId, Arrival> arrivals = new HashMap<>();
  private final Repairs repairs;
  private boolean pumpDue;
  private long routineUntilNanos = Long.MIN_VALUE;
  private boolean paused;
  private boolean blocked;
  private boolean resting;
  private long restNanos = Long.MIN_VALUE;

  /** We have hung up. What comes until the connection has ended still counts. */
  private boolean leaving;

  private boolean over;
  private boolean pinged;
  private Now heard;
  private long nextReportNanos;
  private long reportedSeconds;
  private LinkReport.Load reportedLoad = new LinkReport.Load(0, 0);

  public LinkMachine(LinkSettings settings, Now now) {
    this(settings, GAP_AGE_MIN, now);
  }

  /**
   * Begins a connection.
   *
   * @param gapAgeMin how old an event is at least that live delivery should have brought
   */
  public LinkMachine(LinkSettings settings, Duration gapAgeMin, Now now) {
    this.gapAgeMin = gapAgeMin;
    this.rules = new RequestRules(settings);
    this.live = new LiveRequests(wire, settings.subscriptions(), rules);
    this.history = new History(wire, settings, rules);
    this.rotation = new Rotation(wire, live, history, rules, now);
    this.repairs = new Repairs(history);
    this.authentication = new Authentication(wire);
    this.heard = now;
    this.nextReportNanos = now.after(REPORT_EVERY);
  }

  @Override
  public List<LinkAction> on(LinkInput input, Now now) {
    if (over) {
      return List.of();
    }
    switch (input) {
      case LinkInput.Learned(var messageBytes, var refused) -> {
        messageBytes.ifPresent(rules::keepWithin);
        rules.refusals().learned(refused);
      }
      case LinkInput.AskForAll() -> {
        if (rules.refusals().forget()) {
          live.askForAll();
        }
      }
      case LinkInput.Cover(var items) -> live.cover(items);
      case LinkInput.Uncover(var items) -> live.uncover(items);
      case LinkInput.FetchHistory fetch -> fetch(fetch);
      case LinkInput.Ask(var ids) -> {
        Batch _ = history.beginFetch(OptionalLong.empty(), EventSource.STARTUP, ids);
      }
      case LinkInput.CancelHistory() -> history.cancel();
      case LinkInput.Pause() -> paused = true;
      case LinkInput.Resume() -> paused = false;
      case LinkInput.Heard(var message) -> {
        stillThere(now);
        heard(message, now);
      }
      case LinkInput.Ponged() -> stillThere(now);
      case LinkInput.TooLong() -> wire.report(new LinkReport.MessageTooLong(rules.messageBytes()));
      case LinkInput.Ended _ -> {
        reportProgress();
        over = true;
        return wire.take();
      }
      case LinkInput.SetReady(var job, var items) -> history.comparisons().setReady(job, items);
      case LinkInput.SetFailed(var job) -> history.comparisons().setFailed(job);
      case LinkInput.Sifted(var job, var missing) -> history.comparisons().sifted(job, missing);
      case LinkInput.ThreadsFound(var job, var members) -> rotation.threadsFound(job, members);
      case LinkInput.Judged(var id, var outcome) -> judged(id, outcome, now);
      case LinkInput.AuthSigned(var event) -> authentication.signed(event);
      case LinkInput.Woken() -> authentication.woken(now);
    }
    if (isRoutine(input) && now.nanos() < routineUntilNanos) {
      pumpDue = true;
    } else {
      pump(now);
    }
    return wire.take();
  }

  /** Events and judgements come in thousands, and seldom is there more to do than to count them. */
  private static boolean isRoutine(LinkInput input) {
    return input instanceof LinkInput.Judged
        || input instanceof LinkInput.Heard(FromRelay.EventFor _);
  }

  private void fetch(LinkInput.FetchHistory fetch) {
    List<HistoricFilter> filters =
        HistoricFilter.of(FilterLayers.of(fetch.items(), rules.filterBytes()), fetch.since());
    Batch _ = history.begin(OptionalLong.of(fetch.batch()), fetch.source(), filters);
    if (fetch.since().isEmpty()) {
      rotation.askAnew(fetch.items());
    }
  }

  // ---- what the relay says

  private void stillThere(Now now) {
    heard = now;
    pinged = false;
  }

  private void heard(FromRelay message, Now now) {
    switch (message) {
      case FromRelay.EventFor(var id, var event) -> event(id, event, now);
      case FromRelay.Eose(var id, var finish) -> {
        live.confirmed(id);
        history.eose(id, finish);
      }
      case FromRelay.Closed(var id, var text) -> closed(id, text, now);
      case FromRelay.Notice(var text) -> notice(text, now);
      case FromRelay.Auth(var challenge) -> authentication.challenged(challenge, now);
      case FromRelay.Ok(var id, var accepted, _) -> authentication.answered(id, accepted);
      case FromRelay.NegMsg(var id, var bytes) -> history.comparisons().message(id, bytes, now);
      case FromRelay.NegErr(var id, var text) -> {
        if (RelayWords.isTooManyResults(text)) {
          history.comparisons().tooBig(id, now);
        } else {
          closed(id, text, now);
        }
      }
      case FromRelay.Unreadable _ -> offFilter();
    }
  }

  private void event(SubscriptionId id, Event event, Now now) {
    Job job = history.running(id);
    boolean asked = job == null ? live.matches(id, event) : job.asksFor(event);
    if (!asked) {
      boolean late = job == null && !live.isOpen(id) && wire.wasGiven(id);
      if (!late) {
        offFilter();
      }
      return;
    }
    if (job != null && history.received(job, event)) {
      return;
    }
    submit(job, event, now);
  }

  private void submit(@Nullable Job job, Event event, Now now) {
    live.heardOf(event);
    Arrival arrival = arrivals.get(event.id());
    if (arrival == null) {
      EventSource source = job == null ? EventSource.LIVE : job.batch().source();
      arrival = new Arrival(event, source);
      arrivals.put(event.id(), arrival);
      wire.add(new LinkAction.Submit(event, source));
    } else {
      arrival.cameAgain(event);
    }
    if (job == null) {
      arrival.broughtLive();
    } else {
      arrival.broughtBy(job, isGap(event, now));
      history.submitted(job);
    }
  }

  private boolean isGap(Event event, Now now) {
    return now.epochSeconds() - event.createdAt() > gapAgeMin.toSeconds()
        && live.listeningSince(event).isPresent();
  }

  private void judged(EventId id, Outcome outcome, Now now) {
    Arrival arrival = arrivals.get(id);
    if (arrival == null) {
      return;
    }
    if (outcome == Outcome.FORGED) {
      conduct.forged().ifPresent(this::misbehaved);
      Optional<Event> copy = arrival.nextCopy();
      if (copy.isPresent()) {
        wire.add(new LinkAction.Submit(copy.get(), arrival.source()));
        return;
      }
    }
    arrivals.remove(id);
    arrival.jobs().forEach(job -> history.judged(job, id, outcome));
    switch (outcome) {
      case LATER -> {
        if (arrival.isLive()) {
          repairs.lost(id, now);
        }
      }
      case STORED, HELD -> {
        if (arrival.isGap()) {
          wire.report(new LinkReport.GapEvent(id, arrival.source()));
        }
      }
      case KNOWN, REFUSED, FORGED -> {}
    }
  }

  private void offFilter() {
    conduct.offFilter().ifPresent(this::misbehaved);
  }

  private void misbehaved(String why) {
    wire.report(new LinkReport.Misbehaved(why));
    hangUp(why);
  }

  private void hangUp(String why) {
    if (!leaving) {
      leaving = true;
      paused = true;
      wire.add(new LinkAction.HangUp(why));
    }
  }

  private void notice(String text, Now now) {
    boolean aboutNegentropy = RelayWords.isAboutNegentropy(text);
    Meaning meaning = aboutNegentropy ? Meaning.OTHER : RelayWords.meaning(text);
    boolean complaint = aboutNegentropy || meaning != Meaning.OTHER;
    if (complaint ? conduct.complaint(now) : conduct.notice(now)) {
      hangUp("too many notices in a minute");
      return;
    }
    if (aboutNegentropy) {
      history.negentropyUnknown();
    }
    complained(meaning, text, now);
  }

  /** What a complaint changes; those that come in a bunch are one. */
  private void complained(Meaning meaning, String text, Now now) {
    switch (meaning) {
      case RATE_LIMITED -> rateLimited(text);
      case TOO_MANY_FILTERS -> {
        if (restNanos < now.nanos()) {
          restNanos = now.after(REST);
          live.halveFilters();
        }
      }
      case TOO_MANY_REQUESTS -> {
        if (restNanos < now.nanos()) {
          restNanos = now.after(REST);
          live.shrinkBudget(live.openCount() + history.passing());
        }
      }
      case AUTH_REQUIRED, POLICY, OTHER -> {}
    }
  }

  private void closed(SubscriptionId id, String text, Now now) {
    boolean wasLive = live.isOpen(id);
    Meaning meaning = RelayWords.meaning(text);
    if (!wasLive && history.running(id) == null) {
      // A complaint counts though the request it answers is over on our side.
      if (meaning == Meaning.RATE_LIMITED && wire.wasGiven(id)) {
        rateLimited(text);
      }
      return;
    }
    if (meaning == Meaning.AUTH_REQUIRED && !authentication.required(now)) {
      meaning = Meaning.POLICY;
    }
    if (meaning == Meaning.POLICY) {
      SortedMap<LayerGroup, Integer> blamed = wasLive ? live.blamed(id) : history.blamed(id);
      blamed.forEach((group, step) -> layerRefused(group, step, text, now));
    }
    history.closed(id, meaning, text);
    if (wasLive) {
      liveClosed(id, meaning, now);
    }
    live.leaveOut();
    complained(meaning, text, now);
    leaveIfRefused(text);
  }

  /** A refusal concerns its layers; only without the first ones a relay is of no use. */
  private void layerRefused(LayerGroup group, int step, String text, Now now) {
    if (rules.refusals().refused(group, step, now)) {
      wire.report(new LinkReport.LayerRefused(group, rules.refusals().step(group), text));
    }
  }

  private void leaveIfRefused(String text) {
    boolean asksForStates = live.coverage().isNeeded(Layer.STATES);
    if (!leaving && rules.refusals().isEverything(asksForStates)) {
      wire.report(new LinkReport.Refused(text));
      hangUp(text);
    }
  }

  private void liveClosed(SubscriptionId id, Meaning meaning, Now now) {
    long again =
        switch (meaning) {
          case POLICY -> now.after(REOPEN_AFTER);
          case OTHER -> live.afterFailure(id, now);
          case AUTH_REQUIRED, RATE_LIMITED, TOO_MANY_FILTERS, TOO_MANY_REQUESTS -> now.nanos();
        };
    repairs.gap(live.closedByRelay(id, again), now.epochSeconds());
  }

  /** Nothing more is asked until the sync machine says so. */
  private void rateLimited(String text) {
    if (!paused) {
      paused = true;
      history.slowDown();
      wire.report(new LinkReport.RateLimited(text));
    }
  }

  /** Nobody knows what was listened to since then. */
  private void gapInAll(long seconds) {
    repairs.gap(FilterLayers.ofValues(live.coverage().values(), rules.filterBytes()), seconds);
  }

  // ---- going on

  private void pump(Now now) {
    pumpDue = false;
    routineUntilNanos = now.after(ROUTINE_MAX);
    watch(now);
    history.expire(now);
    resting = now.nanos() < restNanos;
    blocked = leaving || paused || authentication.isUnderWay(now) || resting;
    if (!blocked) {
      if (live.pump(history.onWire(), now)) {
        gapInAll(now.epochSeconds());
      }
      rotation.follow(now).ifPresent(this::gapInAll);
      repairs.pump(live.isSettled(), now);
      rotation.pump(now);
      if (!live.isOpening()) {
        history.pump(live.budget() - live.openCount(), now);
      }
    }
    if (now.nanos() >= nextReportNanos) {
      nextReportNanos = now.after(REPORT_EVERY);
      reportProgress();
      reportLoad();
    }
  }

  private void watch(Now now) {
    long silentNanos = now.nanos() - heard.nanos();
    if (silentNanos >= DEAD_AFTER.toNanos()) {
      hangUp("silent for " + DEAD_AFTER.toSeconds() + " s");
    } else if (silentNanos >= PING_AFTER.toNanos() && !pinged) {
      pinged = true;
      wire.add(new LinkAction.Ping());
    }
  }

  private boolean hasNews() {
    return caughtUpSeconds() > reportedSeconds || !load().equals(reportedLoad);
  }

  /** Moves only while live is open and no outage is left to make up for. */
  private long caughtUpSeconds() {
    boolean complete = live.isSettled() && !history.isBehind() && repairs.isNothingMissing();
    return complete && !live.coverage().items().isEmpty()
        ? Math.min(heard.epochSeconds(), rotation.oldestSeconds().orElse(Long.MAX_VALUE))
        : reportedSeconds;
  }

  private void reportProgress() {
    long until = caughtUpSeconds();
    if (until > reportedSeconds) {
      reportedSeconds = until;
      wire.report(new LinkReport.CaughtUp(until));
    }
  }

  private LinkReport.Load load() {
    return new LinkReport.Load(live.openCount(), history.passing());
  }

  private void reportLoad() {
    LinkReport.Load load = load();
    if (!load.equals(reportedLoad)) {
      reportedLoad = load;
      wire.report(load);
    }
  }

  @Override
  public OptionalLong nextWakeNanos() {
    if (over || leaving) {
      return OptionalLong.empty();
    }
    long wake = heard.after(pinged ? DEAD_AFTER : PING_AFTER);
    if (pumpDue) {
      wake = Math.min(wake, routineUntilNanos);
    }
    if (hasNews()) {
      wake = Math.min(wake, nextReportNanos);
    }
    wake = Math.min(wake, history.nextWakeNanos().orElse(wake));
    wake = Math.min(wake, authentication.nextWakeNanos().orElse(wake));
    if (resting) {
      wake = Math.min(wake, restNanos);
    }
    if (!blocked) {
      wake = Math.min(wake, live.nextWakeNanos().orElse(wake));
      wake = Math.min(wake, rotation.nextWakeNanos().orElse(wake));
      if (live.isSettled()) {
        wake = Math.min(wake, repairs.nextWakeNanos(heard).orElse(wake));
      }
    }
    return OptionalLong.of(wake);
  }
}
