package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.DomainLine;
import dev.graspd.core.hunt.domain.Endpoint;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.machine.Lapsing;
import dev.graspd.core.machine.Machine;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The hunt for git data (purgatory.md, sections 4, 4.1 and 4.2): which family, at which host, when,
 * and at which rate. Every input only records a fact; {@link #plan} draws the conclusions. The cost
 * of an input does not depend on the number of families and domains.
 *
 * <p>Nothing is saved. After a start it learns which families wait and which are hosted; the memory
 * of requests to domains starts empty.
 */
public final class HuntMachine implements Machine<HuntInput, HuntAction> {
  private final HuntState shared;
  private final MainLoop hunts;
  private final HourlyComparisons comparisons;
  private boolean isStopped;

  /** Alternates between attempts and queues when both could use the next slot. */
  private boolean isQueuesTurn;

  public HuntMachine(HuntSettings settings, RandomGenerator random) {
    this.shared = new HuntState(settings);
    this.hunts = new MainLoop(shared, settings);
    this.comparisons = new HourlyComparisons(shared, random);
  }

  @Override
  public List<HuntAction> on(HuntInput input, Now now) {
    if (isStopped) {
      return List.of();
    }
    switch (input) {
      case HuntInput.Waits(var family, var urgency) -> hunts.waits(family, urgency, now);
      case HuntInput.Settled(var family) -> {
        hunts.settled(family, now);
        restIfIdle(family);
      }
      case HuntInput.Hosted(var family) -> comparisons.hosted(family, now);
      case HuntInput.Dropped(var family) -> {
        comparisons.dropped(family, now);
        restIfIdle(family);
      }
      case HuntInput.Looked(var missing) -> looked(missing, now);
      case HuntInput.LookFailed(var family) -> lookFailed(family, now);
      case HuntInput.Dialling(var pass, var host, var address) ->
          shared.dialling(pass, host, address, now);
      case HuntInput.Compared(var pass, var copies) -> shared.compared(pass, copies, now);
      case HuntInput.Ended(var pass, var outcome) ->
          shared.passes.end(pass).ifPresent(ended -> passed(ended, outcome, now));
      case HuntInput.Woken() -> {}
      case HuntInput.Stop() -> isStopped = true;
    }
    if (isStopped) {
      shared.passes.all().forEach(shared::cancel);
    } else {
      plan(now);
    }
    return shared.takeActions();
  }

  private void looked(MissingData missing, Now now) {
    Identifier family = missing.family();
    Optional<FamilyPlaces> places = shared.find(family);
    if (places.isEmpty()) {
      return;
    }
    if (places.get().answered(missing)) {
      hunts.looked(family, now);
      comparisons.looked(family, missing.hosted(), now);
    } else if (places.get().isAskedAgain()) {
      shared.ask(family);
    }
    restIfIdle(family);
  }

  private void lookFailed(Identifier family, Now now) {
    Optional<FamilyPlaces> places = shared.find(family);
    if (places.isPresent() && places.get().failed()) {
      hunts.lookFailed(family, now);
      comparisons.lookFailed(family, now);
      restIfIdle(family);
    }
  }

  private void passed(RunningPasses.Pass pass, PassOutcome outcome, Now now) {
    shared.conclude(pass, outcome, now);
    if (pass.isComparison()) {
      comparisons.passed(pass, outcome, now);
    } else {
      hunts.passed(pass, outcome, now);
    }
    shared.domains.refresh(shared.domains.line(pass.url().domain(), now), now);
    restIfIdle(pass.family());
  }

  /** Places are in memory for what is at work; of a hosted family the last results are kept. */
  private void restIfIdle(Identifier family) {
    if (hunts.knows(family) || comparisons.isWorkingOn(family)) {
      return;
    }
    if (comparisons.knows(family)) {
      shared.rest(family);
    } else {
      shared.forget(family);
    }
  }

  private void plan(Now now) {
    shared.domains.wake(now);
    hunts.beginDue(now);
    comparisons.beginDue(now);
    while (shared.passes.hasRoom() && huntOnce(now)) {}
    while (shared.passes.hasRoomForComparison() && compareOnce(now)) {}
    comparisons.beginDue(now);
    hunts.beginDue(now);
  }

  /** One step of an attempt or one turn at a domain; returns whether there was any. */
  private boolean huntOnce(Now now) {
    Optional<DomainLine> line =
        isQueuesTurn || !hunts.isAnyReady()
            ? shared.domains.nextHuntable(!shared.passes.hasRoomForUnproven(), now)
            : Optional.empty();
    isQueuesTurn = !isQueuesTurn;
    if (line.isPresent()) {
      hunts.turn(line.get(), now);
      return true;
    }
    if (hunts.isAnyReady()) {
      hunts.proceed(now);
      return true;
    }
    return false;
  }

  private boolean compareOnce(Now now) {
    Optional<DomainLine> line =
        shared.domains.nextComparable(!shared.passes.hasRoomForUnproven(), now);
    line.ifPresent(one -> restIfIdle(comparisons.turn(one, now)));
    return line.isPresent();
  }

  @Override
  public OptionalLong nextWakeNanos() {
    return isStopped
        ? OptionalLong.empty()
        : Stream.of(
                hunts.nextWakeNanos(), comparisons.nextWakeNanos(), shared.domains.nextWakeNanos())
            .flatMapToLong(OptionalLong::stream)
            .min();
  }

  /** Returns whether a family is compared with its clone URLs. */
  public boolean isHosted(Identifier family) {
    return comparisons.knows(family);
  }

  /** Returns the state of the hunt for a family. */
  public HuntView view(Identifier family) {
    Optional<FamilyHunt> hunt = hunts.find(family);
    SortedMap<CloneUrl, Purpose> running = new TreeMap<>();
    shared.passes.of(family).forEach(pass -> running.put(pass.url(), pass.purpose()));
    return new HuntView(
        family,
        hunt.filter(one -> one.waits).isPresent(),
        hunt.map(one -> one.attempts).orElse(0),
        hunts.dueNanos(family),
        Collections.unmodifiableSortedMap(running),
        Collections.unmodifiableSortedSet(
            hunt.map(one -> new TreeSet<>(one.queuedAt)).orElseGet(TreeSet::new)),
        shared.find(family).map(FamilyPlaces::tries).orElse(Collections.emptySortedMap()),
        shared.find(family).map(FamilyPlaces::looks).orElse(Collections.emptySortedMap()));
  }

  /** Returns the hunt in numbers; the cost grows with the number of compared families. */
  public HuntTotals totals(Now now) {
    int comparing = shared.passes.comparisons();
    return new HuntTotals(
        hunts.queued(),
        shared.passes.all().size() - comparing,
        comparing,
        hunts.completed(),
        hunts.incomplete(),
        hunts.fetched(),
        comparisons.overdue(now),
        shared.copies(),
        shared.domains.traffic(now));
  }

  /** Returns the hosts that we avoid, and until when. */
  public List<Lapsing.Entry<Endpoint, HostFault>> naughty(Now now) {
    return shared.naughty(now);
  }

  /** Returns how many families have their clone URLs in memory. */
  public int familiesAtWork() {
    return shared.familiesAtWork();
  }

  /** Returns how many families and domains are remembered, for tests of forgetting. */
  public int remembered() {
    return shared.families() + shared.domains.size();
  }
}
