package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.negentropy.FrameLimit;
import dev.graspd.core.negentropy.Initiator;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.Message;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.FilterJson;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.filter.HistoricFilter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * History by NIP-77 (sync.md, section 6.1). We simply try it: the behaviour of a relay is more
 * reliable than its own claims. If a comparison fails, we read the history page by page. Owned by
 * the connection's machine.
 */
final class SetComparisons {
  private final Wire wire;
  private final LinkHistory history;
  private final RequestRules rules;
  private final boolean allowed;

  /** Comparisons that wait for our own set. */
  private final Map<Long, NegJob> preparing = new TreeMap<>();

  /** Our own sets that are ready. */
  private final Map<Long, ItemSet> ready = new TreeMap<>();

  /** Ids from the relay, until our store says which of them are missing. */
  private final Map<Long, Batch> sifting = new TreeMap<>();

  private long numbers;
  private boolean worthTrying;
  private boolean proved;

  SetComparisons(Wire wire, LinkHistory history, LinkSettings settings, RequestRules rules) {
    this.wire = wire;
    this.history = history;
    this.rules = rules;
    this.allowed = settings.negentropy();
    this.worthTrying = allowed && !settings.negentropyFailed();
  }

  boolean areWorthTrying() {
    return worthTrying && rules.frameLimit().isPresent();
  }

  boolean areProved() {
    return proved;
  }

  /** The relay may support NIP-77 by now: we try again once a day. */
  void batchBegins(EventSource source) {
    if (source == EventSource.DAILY) {
      worthTrying = allowed;
    }
  }

  NegJob job(Batch batch, HistoricFilter asked) {
    return new NegJob(batch, ++numbers, asked);
  }

  int preparing() {
    return preparing.size();
  }

  int count(Collection<Job> running) {
    return preparing.size() + (int) running.stream().filter(job -> job instanceof NegJob).count();
  }

  void cancel() {
    preparing.clear();
    ready.clear();
    sifting.clear();
  }

  void prepare(NegJob job) {
    HistoricFilter asked = job.asked();
    job.compareBy(rules.refusals().onWire(asked.group(), asked.filter()));
    preparing.put(job.number(), job);
    wire.add(new LinkAction.NeedSet(job.number(), job.filter()));
  }

  void setReady(long number, ItemSet items) {
    if (preparing.containsKey(number)) {
      ready.put(number, items);
    }
  }

  /** Opens comparisons whose own set is ready; not called while requests wait. */
  void pump(int slots, Now now) {
    for (int free = slots; free > 0 && !ready.isEmpty(); free--) {
      long number = ready.keySet().iterator().next();
      ItemSet items = ready.remove(number);
      NegJob job = preparing.remove(number);
      if (job != null && items != null) {
        open(job, items, now);
      }
    }
  }

  private void open(NegJob job, ItemSet items, Now now) {
    Optional<FrameLimit> limit = rules.frameLimit();
    if (limit.isEmpty()) {
      history.instead(job);
      return;
    }
    Initiator initiator = new Initiator(items, limit.get(), NegJob.ROUNDS_MAX);
    byte[] first = initiator.open().bytes();
    if (!rules.mayOpen(FilterJson.write(job.filter()).length, first.length)) {
      history.instead(job);
      return;
    }
    job.compare(initiator);
    SubscriptionId id = wire.name();
    history.run(id, job, now.after(NegJob.FIRST_ANSWER_MAX));
    wire.send(new ClientMessage.NegOpen(id, job.filter(), first));
  }

  void setFailed(long number) {
    NegJob job = preparing.remove(number);
    if (job != null) {
      history.instead(job);
    }
  }

  void message(SubscriptionId id, byte[] bytes, Now now) {
    if (!(history.running(id) instanceof NegJob job)) {
      return;
    }
    Initiator initiator = job.initiator();
    if (initiator == null) {
      return;
    }
    job.answered();
    prove();
    job.extend(now.after(NegJob.ANSWER_MAX));
    switch (initiator.on(Message.of(bytes))) {
      case Initiator.Step.Continue(var message, var have, var need) -> {
        job.batch().lacks(have.size());
        sift(job.batch(), need);
        if (job.found(need.size())) {
          wire.send(new ClientMessage.NegMsg(id, message.bytes()));
        } else {
          job.batch().fail("more than " + NegJob.IDS_MAX + " events are missing");
          end(id);
          history.over(job);
        }
      }
      case Initiator.Step.Done(var have, var need) -> {
        job.batch().lacks(have.size());
        sift(job.batch(), need);
        end(id);
        history.over(job);
      }
      case Initiator.Step.Refused _ -> {
        end(id);
        history.instead(job);
      }
    }
  }

  private void prove() {
    if (!proved) {
      proved = true;
      wire.report(new LinkReport.Negentropy(true));
    }
  }

  private void end(SubscriptionId id) {
    history.stop(id);
    wire.send(new ClientMessage.NegClose(id));
  }

  /**
   * Fetches the ids of one message while the next one is on its way, in the relay's order by time:
   * neighbours are read and written together.
   */
  private void sift(Batch batch, List<EventId> ids) {
    if (!ids.isEmpty()) {
      batch.jobBegins();
      sifting.put(++numbers, batch);
      wire.add(new LinkAction.Sift(numbers, ids, batch.source()));
    }
  }

  void sifted(long number, List<EventId> missing) {
    Batch batch = sifting.remove(number);
    if (batch != null) {
      history.fetch(batch, missing);
      history.over(batch);
    }
  }

  /** The set is too big to be compared at once. */
  void tooBig(SubscriptionId id, Now now) {
    if (history.running(id) instanceof NegJob job) {
      history.stop(id);
      prove();
      split(job, now);
    }
  }

  private void split(NegJob job, Now now) {
    List<HistoricFilter> halves = job.halves(now.epochSeconds());
    if (halves.size() < 2) {
      history.instead(job);
      return;
    }
    halves.forEach(half -> history.enqueue(job(job.batch(), half)));
    history.over(job);
  }

  /** If comparisons worked before, a failure concerns one filter; if not, it concerns the relay. */
  void refused(NegJob job) {
    if (!proved && worthTrying) {
      worthTrying = false;
      wire.report(new LinkReport.Negentropy(false));
    }
    history.instead(job);
  }
}
