package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.filter.HistoricFilter;
import dev.graspd.core.sync.filter.LayerGroup;
import dev.graspd.core.sync.link.RelayWords.Meaning;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Fetches stored events on one connection (sync.md, section 6): knows which requests are open,
 * which wait for a slot, and what follows from the answers. Owned by the connection's machine.
 */
final class LinkHistory {
  static final int NEGENTROPY_MAX = 4;
  static final int PASSING_MAX = 5;

  /** After this many requests we give up on an id that a relay names but never sends. */
  static final int TRIES_MAX = 12;

  /** The most ids whose tries we count; we never give up on others. */
  private static final int TRIES_COUNTED_MAX = 100_000;

  private final Wire wire;
  private final int pageLimit;
  private final RequestRules rules;
  private final SetComparisons comparisons;
  private final Set<Batch> batches = new LinkedHashSet<>();
  private final Deque<Job> waiting = new ArrayDeque<>();
  private final Map<SubscriptionId, Job> running = new LinkedHashMap<>();
  private final Map<EventId, Integer> tries = new HashMap<>();
  private boolean slow;
  private boolean catchUpFailed;

  LinkHistory(Wire wire, LinkSettings settings, RequestRules rules) {
    this.wire = wire;
    this.pageLimit = settings.pageLimit();
    this.rules = rules;
    this.comparisons = new SetComparisons(wire, this, settings, rules);
  }

  SetComparisons comparisons() {
    return comparisons;
  }

  // ---- batches

  /**
   * Begins to fetch the events of these filters; filters without {@code since} by comparing sets.
   */
  Batch begin(OptionalLong number, EventSource source, Collection<HistoricFilter> filters) {
    Batch batch = new Batch(number, source);
    batches.add(batch);
    comparisons.batchBegins(source);
    for (HistoricFilter asked : filters) {
      boolean compare = asked.filter().since().isEmpty() && comparisons.areWorthTrying();
      enqueue(compare ? comparisons.job(batch, asked) : new PagedJob(batch, asked, pageLimit));
    }
    finishIfOver(batch);
    return batch;
  }

  /** Begins to fetch these ids. */
  Batch beginFetch(OptionalLong number, EventSource source, SortedSet<EventId> ids) {
    Batch batch = new Batch(number, source);
    batches.add(batch);
    fetch(batch, ids);
    finishIfOver(batch);
    return batch;
  }

  boolean isUnderWay(Batch batch) {
    return batches.contains(batch);
  }

  boolean isIdle() {
    return batches.isEmpty();
  }

  /** Returns whether we still have to catch up after an outage. */
  boolean isBehind() {
    return catchUpFailed || batches.stream().anyMatch(Batch::isCatchUp);
  }

  void cancel() {
    running.forEach((id, job) ->
        wire.send(
            job instanceof NegJob ? new ClientMessage.NegClose(id) : new ClientMessage.Close(id)));
    running.clear();
    waiting.clear();
    comparisons.cancel();
    batches.clear();
  }

  void enqueue(Job job) {
    job.batch().jobBegins();
    waiting.add(job);
  }

  /** Puts a job at the beginning of the queue: it continues where it was. */
  private void resume(Job job) {
    waiting.addFirst(job);
  }

  void over(Job job) {
    over(job.batch());
  }

  /** One of the jobs of a batch has ended. */
  void over(Batch batch) {
    batch.jobEnds();
    finishIfOver(batch);
  }

  private void finishIfOver(Batch batch) {
    if (!batch.isOver() || !batches.remove(batch)) {
      return;
    }
    String failure = batch.failure();
    if (batch.number().isPresent()) {
      if (batch.isCatchUp()) {
        catchUpFailed = failure != null;
      }
      if (batch.lacking() > 0) {
        wire.report(new LinkReport.Lacks(batch.lacking()));
      }
      long number = batch.number().getAsLong();
      wire.report(
          failure == null
              ? new LinkReport.BatchDone(number)
              : new LinkReport.BatchFailed(number, failure));
    }
  }

  /** Requests events by id, except those that this relay failed to send several times. */
  void fetch(Batch batch, Collection<EventId> ids) {
    SortedSet<EventId> chunk = new TreeSet<>();
    for (EventId id : ids) {
      if (tries.getOrDefault(id, 0) < TRIES_MAX) {
        chunk.add(id);
      }
      if (chunk.size() == rules.idsMax()) {
        enqueue(new FetchJob(batch, chunk, false));
        chunk = new TreeSet<>();
      }
    }
    if (!chunk.isEmpty()) {
      enqueue(new FetchJob(batch, chunk, false));
    }
  }

  // ---- slots

  /** Requests that take a slot now. */
  int onWire() {
    return running.size();
  }

  int passing() {
    return running.size() + comparisons.preparing();
  }

  /** After a complaint, one request at a time. */
  void slowDown() {
    slow = true;
  }

  void pump(int slots, Now now) {
    int most = slow ? Math.min(1, slots) : slots;
    comparisons.pump(most - running.size(), now);
    Job next = startable(most);
    while (next != null) {
      waiting.remove(next);
      start(next, now);
      next = startable(most);
    }
  }

  private @Nullable Job startable(int slots) {
    if (passing() >= slots) {
      return null;
    }
    int comparing = comparisons.count(running.values());
    boolean mayCompare = comparing < NEGENTROPY_MAX;
    boolean mayAsk =
        running.values().stream().filter(job -> !(job instanceof NegJob)).count() < PASSING_MAX;
    return waiting.stream()
        .filter(job -> job instanceof NegJob ? mayCompare : mayAsk)
        .findFirst()
        .orElse(null);
  }

  private void start(Job job, Now now) {
    if (isLeftOut(job)) {
      over(job);
      return;
    }
    switch (job) {
      case NegJob comparison -> {
        if (comparisons.areWorthTrying()) {
          comparisons.prepare(comparison);
        } else {
          instead(comparison);
        }
      }
      case PagedJob paged -> request(paged, onWire(paged), now);
      case FetchJob fetch -> request(fetch, fetch.request(), now);
    }
  }

  private boolean isLeftOut(Job job) {
    return job.group().filter(rules.refusals()::isLeftOut).isPresent();
  }

  private Filter onWire(PagedJob paged) {
    LayerGroup group = paged.group().orElseThrow();
    paged.askedIn(rules.refusals().step(group));
    return rules.refusals().onWire(group, paged.request());
  }

  private void request(Job job, Filter filter, Now now) {
    SubscriptionId id = wire.name();
    run(id, job, now.after(Job.EOSE_MAX));
    wire.req(id, List.of(filter));
  }

  void run(SubscriptionId id, Job job, long deadlineNanos) {
    job.opened(id, deadlineNanos);
    running.put(id, job);
  }

  @Nullable Job running(SubscriptionId id) {
    return running.get(id);
  }

  /** The request is over on the wire; the job may go on. */
  void stop(SubscriptionId id) {
    Job job = running.remove(id);
    if (job != null) {
      job.ended();
    }
  }

  /** Reads page by page what cannot be compared. */
  void instead(NegJob comparison) {
    enqueue(new PagedJob(comparison.batch(), comparison.asked(), pageLimit));
    over(comparison);
  }

  /** Ends requests that were not answered in time. */
  void expire(Now now) {
    List<Job> late =
        running.values().stream().filter(job -> job.deadlineNanos() <= now.nanos()).toList();
    for (Job job : late) {
      SubscriptionId id = job.subscription();
      if (id != null) {
        stop(id);
        timedOut(id, job);
      }
    }
  }

  private void timedOut(SubscriptionId id, Job job) {
    if (job instanceof NegJob comparison) {
      wire.send(new ClientMessage.NegClose(id));
      comparisons.refused(comparison);
    } else {
      wire.close(id);
      fail(job, "no EOSE within " + Job.EOSE_MAX.toSeconds() + " s");
    }
  }

  private void fail(Job job, String why) {
    job.batch().fail(why);
    if (job instanceof FetchJob fetch) {
      fetch.giveUp();
    }
    over(job);
  }

  OptionalLong nextWakeNanos() {
    return running.values().stream().mapToLong(Job::deadlineNanos).min();
  }

  // ---- answers

  /** Takes an event of a request. Returns whether the relay sends far more than it may. */
  boolean received(Job job, Event event) {
    if (job instanceof PagedJob paged) {
      paged.received(event);
    }
    if (job.count()) {
      return false;
    }
    SubscriptionId id = job.subscription();
    if (id != null) {
      stop(id);
      wire.close(id);
    }
    fail(job, "more than " + Job.EVENTS_PER_REQ_MAX + " events for one request");
    return true;
  }

  void eose(SubscriptionId id, boolean finish) {
    Job job = running.get(id);
    if (job == null || job instanceof NegJob) {
      return;
    }
    stop(id);
    wire.close(id);
    switch (job) {
      case PagedJob paged -> pageEnded(paged, finish);
      case FetchJob fetch -> {
        fetch.eose();
        settle(fetch);
      }
      case NegJob _ -> {}
    }
  }

  private void pageEnded(PagedJob paged, boolean finish) {
    switch (paged.pageEnded(finish)) {
      case DONE -> over(paged);
      case PAGE -> resume(paged);
      case PAGE_AFTER_GAP -> {
        wire.report(new LinkReport.PossibleGap());
        resume(paged);
      }
    }
  }

  /** The relay has ended a request. */
  void closed(SubscriptionId id, Meaning meaning, String text) {
    Job job = running.get(id);
    if (job == null) {
      return;
    }
    stop(id);
    switch (meaning) {
      case RATE_LIMITED, AUTH_REQUIRED, TOO_MANY_REQUESTS -> again(job);
      case TOO_MANY_FILTERS, POLICY, OTHER -> {
        if (job instanceof NegJob comparison) {
          comparisons.refused(comparison);
        } else if (meaning == Meaning.POLICY && isLeftOut(job)) {
          over(job);
        } else if (meaning == Meaning.POLICY && mayHelpToNameKinds(job)) {
          again(job);
        } else {
          fail(job, text);
        }
      }
    }
  }

  private boolean mayHelpToNameKinds(Job job) {
    return job.group()
        .filter(LayerGroup::isOfAllKinds)
        .filter(group -> rules.refusals().step(group) > job.step())
        .isPresent();
  }

  /** Returns the groups of layers that are to blame for a refused request. */
  SortedMap<LayerGroup, Integer> blamed(SubscriptionId id) {
    SortedMap<LayerGroup, Integer> blamed = new TreeMap<>();
    if (running.get(id) instanceof PagedJob paged) {
      blamed.put(paged.group().orElseThrow(), paged.step());
    }
    return blamed;
  }

  /** Relays that do not know NEG messages answer with a NOTICE. */
  void negentropyUnknown() {
    for (Job job : List.copyOf(running.values())) {
      SubscriptionId id = job.subscription();
      if (id != null && job instanceof NegJob comparison && !comparison.isAnswered()) {
        stop(id);
        comparisons.refused(comparison);
      }
    }
  }

  /** Keeps the planned requests until the relay takes requests again. */
  void again(Job job) {
    switch (job) {
      case NegJob comparison -> {
        enqueue(comparisons.job(comparison.batch(), comparison.asked()));
        over(comparison);
      }
      case PagedJob paged -> {
        paged.restart();
        resume(paged);
      }
      case FetchJob fetch -> resume(fetch);
    }
  }

  // ---- judgements

  void submitted(Job job) {
    job.batch().submitted();
    if (job instanceof FetchJob fetch) {
      fetch.submitted();
    }
  }

  void judged(Job job, EventId id, SyncOutcome outcome) {
    job.batch().judged();
    if (outcome == SyncOutcome.LATER) {
      job.batch().fail("this server could not take an event");
    }
    if (job instanceof FetchJob fetch) {
      fetch.judged(id, outcome);
      settle(fetch);
    }
    finishIfOver(job.batch());
  }

  private void settle(FetchJob fetch) {
    if (!fetch.isOver()) {
      return;
    }
    fetch.giveUp();
    if (!fetch.missing().isEmpty()) {
      if (fetch.isAgain()) {
        notSent(fetch);
      } else {
        enqueue(new FetchJob(fetch.batch(), fetch.missing(), true));
      }
    }
    over(fetch);
  }

  private void notSent(FetchJob fetch) {
    for (EventId id : fetch.missing()) {
      int count = tries.getOrDefault(id, 0) + 1;
      if (count < TRIES_MAX) {
        fetch.batch().fail("events that it has were not sent");
      }
      if (tries.size() < TRIES_COUNTED_MAX || tries.containsKey(id)) {
        tries.put(id, count);
      }
    }
  }
}
