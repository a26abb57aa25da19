package dev.graspd.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.Wanted;
import dev.graspd.sim.PlantedFault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Event sync keeps its promises whatever relays do. More seeds: {@code -Dgraspd.seeds=100000}, from
 * {@code -Dgraspd.seed=…} on; a failure names its seed, and {@code -Dgraspd.trace=text} prints the
 * lines of its run that contain a text.
 */
final class SyncSimulationTest {
  private static final int SEEDS = 1_000;
  private static final int PEACEFUL_SEEDS = 50;
  private static final int HAPPENINGS = 60;
  private static final int ABSENCES = 10;

  /** More than a relay's targets are read at once. */
  private static final int MANY_REPOSITORIES = 350;

  /** A fault that hides from so many seeds is not found in a build either. */
  private static final int SEEDS_FOR_A_FAULT = 200;

  static Duration run(long seed, Mutation mutation) {
    SyncWorld world = new SyncWorld(seed, mutation);
    return world.trace.told(
        seed,
        () -> {
          Story story = Story.wild(world, 1 + (int) (seed % 4));
          world.start();
          story.run(HAPPENINGS);
          return story.converge();
        });
  }

  private static Duration runInPeace(long seed, Mutation mutation) {
    SyncWorld world = new SyncWorld(seed, mutation);
    return world.trace.told(
        seed,
        () -> {
          Story story = Story.friendly(world);
          world.start();
          story.secondSyncTransfersNothing(HAPPENINGS);
          return Duration.ZERO;
        });
  }

  @Test
  void everySeedConverges() {
    long first = Long.getLong("graspd.seed", 1);
    long seeds = Long.getLong("graspd.seeds", SEEDS);
    int soon = 0;
    for (long seed = first; seed < first + seeds; seed++) {
      Duration took = run(seed, Mutation.NONE);
      soon += took.compareTo(Duration.ofHours(2)) < 0 ? 1 : 0;
    }
    assertThat(soon).as("seeds that did not need the daily sync").isGreaterThan((int) (seeds / 2));
  }

  @Test
  void secondSyncOfEqualSetsTransfersNoEvent() {
    for (long seed = 1; seed <= PEACEFUL_SEEDS; seed++) {
      assertThat(runInPeace(seed, Mutation.NONE)).isZero();
    }
  }

  /** Nothing is missing in the end, and meanwhile nothing of them is in memory. */
  @Test
  void manyRepositoriesOfRelaysThatWereDownForLongAreReadAgain() {
    for (long seed = 1; seed <= ABSENCES; seed++) {
      SyncWorld world = new SyncWorld(seed, Mutation.NONE);
      Duration took =
          world.trace.told(
              seed,
              () -> {
                Story story = Story.wild(world, 2);
                world.start();
                story.longAbsences(MANY_REPOSITORIES);
                return story.converge();
              });
      assertThat(took).isPositive();
    }
  }

  @Test
  void sameSeedGivesTheSameRun() {
    assertThat(run(7, Mutation.NONE)).isEqualTo(run(7, Mutation.NONE));
    assertThat(fingerprint(7)).isEqualTo(fingerprint(7)).isNotEqualTo(fingerprint(8));
  }

  private static long fingerprint(long seed) {
    SyncWorld world = new SyncWorld(seed, Mutation.NONE);
    Story story = Story.wild(world, 2);
    world.start();
    story.run(HAPPENINGS);
    return world.trace.fingerprint();
  }

  record Fault(String name, String complaint, Supplier<Mutation> mutation, boolean inPeace) {
    @Override
    public String toString() {
      return name;
    }

    void run(long seed) {
      Mutation planted = mutation.get();
      Duration _ = inPeace ? runInPeace(seed, planted) : SyncSimulationTest.run(seed, planted);
    }
  }

  private static Fault wild(String name, String complaint, Supplier<Mutation> mutation) {
    return new Fault(name, complaint, mutation, false);
  }

  private static Fault peaceful(String name, Supplier<Mutation> mutation) {
    return new Fault(name, "a second sync transferred", mutation, true);
  }

  static Stream<Arguments> faults() {
    return Stream.of(
            wild("takes what failed for done", "converge", FailedIsDone::new),
            wild("does not hear of failures", "is not settled", FailureUnheard::new),
            wild("never listens", "", NotListening::new),
            wild("catches up from the wrong time", "not here after", WrongSince::new),
            wild("does not hear of lost connections", "", Deaf::new),
            wild("keeps what is gone", "listened to on", GoneUnheard::new),
            wild("goes on though told to slow down", "though it complained", Restless::new),
            wild("never goes on after a pause", "", NeverResuming::new),
            wild("takes what we could not store for stored", "converge", LaterIsKnown::new),
            wild("stops after the first page", "converge", OnePage::new),
            wild("does not hear that a request was closed", "", ClosedUnheard::new),
            wild("does not follow roots", "converge", RootsUnheard::new),
            wild("does not read what it wants of a relay", "", TargetsUnread::new),
            wild("does not read the roots of what it reads", "converge", RootsUnread::new),
            peaceful("compares with an empty set", EmptySet::new),
            peaceful("asks for what it does not want", NotSifting::new))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void plantedFaultIsFoundAndItsSeedReplaysIt(Fault fault) {
    new PlantedFault(fault.complaint(), fault::run)
        .assertFoundWithin(SEEDS_FOR_A_FAULT, PlantedFault.FIRST_LINE);
  }

  private static final class FailedIsDone extends Mutation {
    @Override
    public Optional<LinkReport> report(LinkReport report) {
      return Optional.of(
          report instanceof LinkReport.BatchFailed(var batch, _)
              ? new LinkReport.BatchDone(batch)
              : report);
    }
  }

  private static final class FailureUnheard extends Mutation {
    @Override
    public Optional<LinkReport> report(LinkReport report) {
      return Optional.of(report).filter(one -> !(one instanceof LinkReport.BatchFailed));
    }
  }

  private static final class NotListening extends Mutation {
    @Override
    public Optional<LinkInput> told(LinkInput input) {
      return Optional.of(input).filter(one -> !(one instanceof LinkInput.Cover));
    }
  }

  private static final class WrongSince extends Mutation {
    @Override
    public Optional<LinkInput> told(LinkInput input) {
      return Optional.of(
          input instanceof LinkInput.FetchHistory(var batch, var items, _, var source)
                  && source == EventSource.RECONNECT
              ? new LinkInput.FetchHistory(
                  batch, items, OptionalLong.of(Time.CALENDAR_START * 2), source)
              : input);
    }
  }

  private static final class Deaf extends Mutation {
    @Override
    public Optional<SyncInput> input(SyncInput input) {
      return Optional.of(input).filter(one -> !(one instanceof SyncInput.Disconnected));
    }
  }

  /** A family never loses an event that it had. */
  private static final class GoneUnheard extends Mutation {
    private final SortedMap<RepoAddress, Wanted> everything = new TreeMap<>();

    @Override
    public Optional<SyncInput> log(SyncInput input) {
      if (input instanceof SyncInput.Family(var name, var repositories)) {
        everything.putAll(repositories);
        SortedMap<RepoAddress, Wanted> kept = new TreeMap<>(everything);
        kept.keySet().removeIf(repository -> !repository.identifier().equals(name));
        return Optional.of(new SyncInput.Family(name, kept));
      }
      return Optional.of(input).filter(one -> !(one instanceof SyncInput.RootGone));
    }
  }

  private static final class TargetsUnread extends Mutation {
    @Override
    public Optional<SyncAction> action(SyncAction action) {
      return Optional.of(
          action instanceof SyncAction.ReadFamilies(var relay, var reading, _)
              ? new SyncAction.ReadFamilies(relay, reading, List.of())
              : action);
    }
  }

  private static final class RootsUnread extends Mutation {
    @Override
    public Optional<SyncAction> action(SyncAction action) {
      return Optional.of(action).filter(one -> !(one instanceof SyncAction.ReadRoots));
    }
  }

  private static final class Restless extends Mutation {
    @Override
    public Optional<LinkInput> told(LinkInput input) {
      return Optional.of(input instanceof LinkInput.Pause ? new LinkInput.Resume() : input);
    }
  }

  private static final class NeverResuming extends Mutation {
    @Override
    public Optional<LinkInput> told(LinkInput input) {
      return Optional.of(input).filter(one -> !(one instanceof LinkInput.Resume));
    }
  }

  private static final class LaterIsKnown extends Mutation {
    @Override
    public SyncOutcome outcome(SyncOutcome outcome) {
      return outcome == SyncOutcome.LATER ? SyncOutcome.KNOWN : outcome;
    }
  }

  private static final class OnePage extends Mutation {
    @Override
    public Optional<FromRelay> heard(FromRelay message) {
      return Optional.of(
          message instanceof FromRelay.Eose(var id, _) ? new FromRelay.Eose(id, true) : message);
    }
  }

  private static final class ClosedUnheard extends Mutation {
    @Override
    public Optional<FromRelay> heard(FromRelay message) {
      return Optional.of(message).filter(one -> !(one instanceof FromRelay.Closed));
    }
  }

  private static final class RootsUnheard extends Mutation {
    @Override
    public Optional<SyncInput> log(SyncInput input) {
      return Optional.of(input).filter(one -> !(one instanceof SyncInput.RootSeen));
    }
  }

  private static final class EmptySet extends Mutation {
    @Override
    public ItemSet set(ItemSet own) {
      return new SummarySet().snapshot();
    }

    @Override
    public List<EventId> sift(List<EventId> missing, List<EventId> asked) {
      return asked;
    }
  }

  private static final class NotSifting extends Mutation {
    @Override
    public List<EventId> sift(List<EventId> missing, List<EventId> asked) {
      return asked;
    }
  }
}
