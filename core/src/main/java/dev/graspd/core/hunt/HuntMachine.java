package dev.graspd.core.hunt;

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
 * The hunt for git data (purgatory.md, sections 4, 4.1 and 4.2): who is sought where, when, and how
 * politely. Every case only records a fact; {@link #plan} draws the conclusions. What an input
 * costs does not depend on how many families and domains there are.
 *
 * <p>Nothing of it is saved. After a start it is told what waits and what is hosted; the memory of
 * requests to domains begins anew.
 */
public final class HuntMachine implements Machine<HuntInput, HuntAction> {
  private final Grounds grounds;
  private final MainLoop hunts;
  private final Comparisons comparisons;
  private boolean isStopped;

  /** Whose turn it is when both attempts and queues could use the next slot. */
  private boolean isQueuesTurn;

  public HuntMachine(HuntSettings settings, RandomGenerator random) {
    this.grounds = new Grounds(settings);
    this.hunts = new MainLoop(grounds, settings);
    this.comparisons = new Comparisons(grounds, random);
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
        forgetIfUnknown(family);
      }
      case HuntInput.Hosted(var family) -> comparisons.hosted(family, now);
      case HuntInput.Dropped(var family) -> {
        comparisons.dropped(family, now);
        forgetIfUnknown(family);
      }
      case HuntInput.Looked(var quarry) -> looked(quarry, now);
      case HuntInput.LookFailed(var family) -> lookFailed(family, now);
      case HuntInput.Dialling(var pass, var host, var address) ->
          grounds.dialling(pass, host, address, now);
      case HuntInput.Ended(var pass, var outcome) ->
          grounds.passes.end(pass).ifPresent(ended -> passed(ended, outcome, now));
      case HuntInput.Woken() -> {}
      case HuntInput.Stop() -> isStopped = true;
    }
    if (isStopped) {
      grounds.passes.all().forEach(grounds::cancel);
    } else {
      plan(now);
    }
    return grounds.takeActions();
  }

  private void looked(Quarry quarry, Now now) {
    Identifier family = quarry.family();
    Optional<FamilyPlaces> places = grounds.find(family);
    if (places.isEmpty()) {
      return;
    }
    if (places.get().answered(quarry)) {
      hunts.looked(family, now);
      comparisons.looked(family, quarry.hosted(), now);
    } else if (places.get().isAskedAgain()) {
      grounds.ask(family);
    }
    forgetIfUnknown(family);
  }

  private void lookFailed(Identifier family, Now now) {
    Optional<FamilyPlaces> places = grounds.find(family);
    if (places.isPresent() && places.get().failed()) {
      hunts.lookFailed(family, now);
      comparisons.lookFailed(family, now);
      forgetIfUnknown(family);
    }
  }

  private void passed(Passes.Pass pass, PassOutcome outcome, Now now) {
    grounds.conclude(pass, outcome, now);
    if (pass.isComparison()) {
      comparisons.passed(pass, outcome, now);
    } else {
      hunts.passed(pass, outcome, now);
    }
    grounds.domains.refresh(grounds.domains.line(pass.url().domain(), now), now);
    forgetIfUnknown(pass.family());
  }

  private void forgetIfUnknown(Identifier family) {
    if (!hunts.knows(family) && !comparisons.knows(family)) {
      grounds.forget(family);
    }
  }

  private void plan(Now now) {
    grounds.domains.wake(now);
    hunts.beginDue(now);
    comparisons.beginDue(now);
    while (grounds.passes.hasRoom() && huntOnce(now)) {}
    while (grounds.passes.hasRoomForComparison() && compareOnce(now)) {}
    hunts.beginDue(now);
  }

  /** One step of an attempt or one turn at a domain; returns whether there was any. */
  private boolean huntOnce(Now now) {
    Optional<DomainLine> line =
        isQueuesTurn || !hunts.isAnyReady()
            ? grounds.domains.nextHuntable(!grounds.passes.hasRoomForUnproven(), now)
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
        grounds.domains.nextComparable(!grounds.passes.hasRoomForUnproven(), now);
    line.ifPresent(one -> comparisons.turn(one, now));
    return line.isPresent();
  }

  @Override
  public OptionalLong nextWakeNanos() {
    return isStopped
        ? OptionalLong.empty()
        : Stream.of(
                hunts.nextWakeNanos(), comparisons.nextWakeNanos(), grounds.domains.nextWakeNanos())
            .flatMapToLong(OptionalLong::stream)
            .min();
  }

  /** Returns where the hunt for a family stands. */
  public HuntView view(Identifier family) {
    Optional<FamilyHunt> hunt = hunts.find(family);
    SortedMap<CloneUrl, Purpose> running = new TreeMap<>();
    grounds.passes.of(family).forEach(pass -> running.put(pass.url(), pass.purpose()));
    return new HuntView(
        family,
        hunt.filter(one -> one.waits).isPresent(),
        hunt.map(one -> one.attempts).orElse(0),
        hunts.dueNanos(family),
        Collections.unmodifiableSortedMap(running),
        Collections.unmodifiableSortedSet(
            hunt.map(one -> new TreeSet<>(one.queuedAt)).orElseGet(TreeSet::new)),
        grounds.find(family).map(FamilyPlaces::tries).orElse(Collections.emptySortedMap()));
  }

  /** Returns the hunt in numbers; costs as much as comparisons are overdue. */
  public HuntTotals totals(Now now) {
    int comparing = grounds.passes.comparisons();
    return new HuntTotals(
        hunts.queued(),
        grounds.passes.all().size() - comparing,
        comparing,
        hunts.completed(),
        hunts.incomplete(),
        hunts.fetched(),
        comparisons.overdue(now),
        grounds.domains.traffic(now));
  }

  /** Returns the hosts that are left alone, and until when. */
  public List<Lapsing.Entry<Endpoint, HostFault>> naughty(Now now) {
    return grounds.naughty(now);
  }

  /** Returns how many families and domains are remembered, to see that they are forgotten. */
  public int remembered() {
    return grounds.families() + grounds.domains.size();
  }
}
