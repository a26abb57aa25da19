package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Machine;
import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.filter.FilterLayers;
import dev.graspd.core.sync.filter.HistoricFilter;
import dev.graspd.core.sync.filter.Layer;
import dev.graspd.core.sync.filter.LayerGroup;
import dev.graspd.core.sync.link.RelayWords.Meaning;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a relay (sync.md, section 6): turns what the sync machine wants into requests,
 * and interprets the answers. Owned by the connection's own thread; shares nothing with other
 * connections, so a slow or hostile relay harms only itself.
 */
public final class LinkMachine implements Machine<LinkInput, LinkAction> {
  static final Duration PING_AFTER = Duration.ofSeconds(30);
  static final Duration DEAD_AFTER = Duration.ofSeconds(60);

  /** Pause before we open a live request again that the relay closed. */
  static final Duration REOPEN_AFTER = Duration.ofSeconds(30);

  /** The shortest time between reports on progress and load. */
  static final Duration REPORT_EVERY = Duration.ofSeconds(2);

  /** Events and judgements trigger a pump at most this often. */
  static final Duration ROUTINE_MAX = Duration.ofMillis(10);

  /** Younger events do not count as missed by live delivery. */
  public static final Duration GAP_AGE_MIN = Duration.ofSeconds(60);

  /**
   * Pause after a complaint about too many requests; answers to earlier requests arrive meanwhile.
   */
  static final Duration REST = Duration.ofSeconds(3);

  private final Duration gapAgeMin;
  private final Wire wire = new Wire();
  private final RequestRules rules;
  private final LiveRequests live;
  private final LinkHistory history;
  private final PeriodicRequests periodic;
  private final Authentication authentication;
  private final MisbehaviourCounter misbehaviour = new MisbehaviourCounter();
  private final Map<EventId, Arrival> arrivals = new HashMap<>();
  private final Repairs repairs;
  private LinkState state = LinkState.ASKING;
  private long routineUntilNanos = Long.MIN_VALUE;

  /** When the pump runs that routine inputs have put off. */
  private long pumpNanos = Long.MAX_VALUE;

  private long restNanos = Long.MIN_VALUE;
  private Now heard;

  /** The silence that has a consequence next: first a ping, after the ping the end. */
  private Duration silenceMax = PING_AFTER;

  private long nextReportNanos;
  private long reportedSeconds;
  private LinkReport.Load reportedLoad = new LinkReport.Load(0, 0);

  public LinkMachine(LinkSettings settings, Now now) {
    this(settings, GAP_AGE_MIN, now);
  }

  /**
   * Begins a connection.
   *
   * @param gapAgeMin younger events do not count as missed by live delivery
   */
  public LinkMachine(LinkSettings settings, Duration gapAgeMin, Now now) {
    this.gapAgeMin = gapAgeMin;
    this.rules = new RequestRules(settings);
    this.live = new LiveRequests(wire, settings.subscriptions(), rules);
    this.history = new LinkHistory(wire, settings, rules);
    this.periodic = new PeriodicRequests(wire, live, history, rules, now);
    this.repairs = new Repairs(history);
    this.authentication = new Authentication(wire);
    this.heard = now;
    this.nextReportNanos = now.after(REPORT_EVERY);
  }

  @Override
  public List<LinkAction> on(LinkInput input, Now now) {
    if (state == LinkState.OVER) {
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
      case LinkInput.Pause() -> state = state.pause();
      case LinkInput.Resume() -> state = state.resume();
      case LinkInput.Heard(var message) -> {
        confirmAlive(now);
        heard(message, now);
      }
      case LinkInput.Ponged() -> confirmAlive(now);
      case LinkInput.TooLong() -> wire.report(new LinkReport.MessageTooLong(rules.messageBytes()));
      case LinkInput.Ended _ -> {
        reportProgress();
        state = state.end();
        return wire.take();
      }
      case LinkInput.SetReady(var job, var items) -> history.comparisons().setReady(job, items);
      case LinkInput.SetFailed(var job) -> history.comparisons().setFailed(job);
      case LinkInput.Sifted(var job, var missing) -> history.comparisons().sifted(job, missing);
      case LinkInput.ThreadsFound(var job, var members) -> periodic.threadsFound(job, members);
      case LinkInput.Judged(var id, var outcome) -> judged(id, outcome, now);
      case LinkInput.AuthSigned(var event) -> authentication.signed(event);
      case LinkInput.Woken() -> authentication.woken(now);
    }
    if (isRoutine(input) && now.nanos() < routineUntilNanos) {
      pumpNanos = routineUntilNanos;
    } else {
      pump(now);
    }
    return wire.take();
  }

  /** Events and judgements arrive in thousands; usually it is enough to count them. */
  private static boolean isRoutine(LinkInput input) {
    return input instanceof LinkInput.Judged
        || input instanceof LinkInput.Heard(FromRelay.EventFor _);
  }

  private void fetch(LinkInput.FetchHistory fetch) {
    List<HistoricFilter> filters =
        HistoricFilter.of(FilterLayers.of(fetch.items(), rules.filterBytes()), fetch.since());
    Batch _ = history.begin(OptionalLong.of(fetch.batch()), fetch.source(), filters);
    if (fetch.since().isEmpty()) {
      periodic.restart(fetch.items());
    }
  }

  // ---- what the relay says

  private void confirmAlive(Now now) {
    heard = now;
    silenceMax = PING_AFTER;
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

  private void judged(EventId id, SyncOutcome outcome, Now now) {
    Arrival arrival = arrivals.get(id);
    if (arrival == null) {
      return;
    }
    if (outcome == SyncOutcome.FORGED) {
      misbehaviour.forged().ifPresent(this::misbehaved);
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
    misbehaviour.offFilter().ifPresent(this::misbehaved);
  }

  private void misbehaved(String why) {
    wire.report(new LinkReport.Misbehaved(why));
    hangUp(why);
  }

  private void hangUp(String why) {
    if (!state.isLeft()) {
      state = state.hangUp();
      wire.add(new LinkAction.HangUp(why));
    }
  }

  private void notice(String text, Now now) {
    boolean aboutNegentropy = RelayWords.isAboutNegentropy(text);
    Meaning meaning = aboutNegentropy ? Meaning.OTHER : RelayWords.meaning(text);
    boolean complaint = aboutNegentropy || meaning != Meaning.OTHER;
    if (complaint ? misbehaviour.complaint(now) : misbehaviour.notice(now)) {
      hangUp("too many notices in a minute");
      return;
    }
    if (aboutNegentropy) {
      history.negentropyUnknown();
    }
    complained(meaning, text, now);
  }

  /** Reacts to a complaint; several in a short time count as one. */
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
      // A complaint counts even if the request has ended on our side.
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

  /** A refusal concerns its layers only; without the first ones a relay is useless. */
  private void layerRefused(LayerGroup group, int step, String text, Now now) {
    if (rules.refusals().refused(group, step, now)) {
      wire.report(new LinkReport.LayerRefused(group, rules.refusals().step(group), text));
    }
  }

  private void leaveIfRefused(String text) {
    boolean asksForStates = live.coverage().isNeeded(Layer.STATES);
    if (!state.isLeft() && rules.refusals().isEverything(asksForStates)) {
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

  /** Sends no request until the sync machine resumes. */
  private void rateLimited(String text) {
    if (state.pause() != state) {
      state = state.pause();
      history.slowDown();
      wire.report(new LinkReport.RateLimited(text));
    }
  }

  /** Live delivery may have missed events since then. */
  private void gapInAll(long seconds) {
    repairs.gap(FilterLayers.ofValues(live.coverage().values(), rules.filterBytes()), seconds);
  }

  // ---- going on

  private void pump(Now now) {
    pumpNanos = Long.MAX_VALUE;
    routineUntilNanos = now.after(ROUTINE_MAX);
    watch(now);
    history.expire(now);
    state = state.settle(now.nanos() < restNanos, authentication.isUnderWay(now));
    if (state == LinkState.ASKING) {
      if (live.pump(history.onWire(), now)) {
        gapInAll(now.epochSeconds());
      }
      periodic.follow(now).ifPresent(this::gapInAll);
      repairs.pump(live.isSettled(), now);
      periodic.pump(now);
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
    } else if (silentNanos >= silenceMax.toNanos()) {
      silenceMax = DEAD_AFTER;
      wire.add(new LinkAction.Ping());
    }
  }

  private boolean hasNews() {
    return caughtUpSeconds() > reportedSeconds || !load().equals(reportedLoad);
  }

  /** Advances only while all live requests are open and we have caught up. */
  private long caughtUpSeconds() {
    boolean complete = live.isSettled() && !history.isBehind() && repairs.isNothingMissing();
    return complete && !live.coverage().items().isEmpty()
        ? Math.min(heard.epochSeconds(), periodic.oldestSeconds().orElse(Long.MAX_VALUE))
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
    if (state.isLeft()) {
      return OptionalLong.empty();
    }
    long wake = Math.min(heard.after(silenceMax), pumpNanos);
    if (hasNews()) {
      wake = Math.min(wake, nextReportNanos);
    }
    wake = Math.min(wake, history.nextWakeNanos().orElse(wake));
    wake = Math.min(wake, authentication.nextWakeNanos().orElse(wake));
    if (state == LinkState.RESTING) {
      wake = Math.min(wake, restNanos);
    }
    if (state == LinkState.ASKING) {
      wake = Math.min(wake, live.nextWakeNanos().orElse(wake));
      wake = Math.min(wake, periodic.nextWakeNanos().orElse(wake));
      if (live.isSettled()) {
        wake = Math.min(wake, repairs.nextWakeNanos(heard).orElse(wake));
      }
    }
    return OptionalLong.of(wake);
  }
}
