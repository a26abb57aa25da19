package dev.graspd.sim.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.TipsHere;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.sim.PlantedFault;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers heal each other whatever happens to them and between them. More seeds: {@code
 * -Dgraspd.seeds=10000}, of which a part is run here, from {@code -Dgraspd.seed=…} on; a failure
 * names its seed, and {@code -Dgraspd.trace=text} prints the lines of its run that contain a text.
 */
final class FederationSimulationTest {
  /** A run takes some hundred times as long as those of the single machines. */
  private static final int SEEDS_FOR_ONE_OF_OURS = 200;

  private static final int SEEDS = 1_000;

  /** A fault that hides from so many seeds is not found in a build either. */
  private static final int SEEDS_FOR_A_FAULT = 20;

  private static Duration run(long seed, Mutation mutation, Story.Length length) {
    boolean isWhole = length.equals(Story.Length.WHOLE);
    Federation world = new Federation(seed, 3 + (isWhole ? (int) (seed % 3) : 0), mutation);
    return world.trace.told(
        seed,
        () -> {
          Story story = new Story(world, 2 + (isWhole ? (int) (seed % 5) : 0), length);
          story.trouble();
          return story.heal();
        });
  }

  @Test
  void everySeedEndsWithServersThatAreEqual() {
    long first = Long.getLong("graspd.seed", 1);
    long seeds = Math.max(1, Long.getLong("graspd.seeds", SEEDS) / SEEDS_FOR_ONE_OF_OURS);
    int soon = 0;
    for (long seed = first; seed < first + seeds; seed++) {
      Duration took = run(seed, Mutation.NONE, Story.Length.WHOLE);
      soon += took.compareTo(Duration.ofHours(2)) < 0 ? 1 : 0;
    }
    assertThat(soon).as("seeds that did not need the daily sync").isGreaterThan((int) (seeds / 2));
  }

  @Test
  void sameSeedGivesTheSameRun() {
    assertThat(fingerprint(7)).isEqualTo(fingerprint(7)).isNotEqualTo(fingerprint(8));
  }

  private static long fingerprint(long seed) {
    Federation world = new Federation(seed, 3, Mutation.NONE);
    new Story(world, 2, Story.Length.SHORT).trouble();
    return world.trace.fingerprint();
  }

  record Fault(String name, String complaint, Mutation mutation) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> faults() {
    return Stream.of(
            new Fault("the hunt does not hear of synced events", "not equal", new SyncedUnheard()),
            new Fault("a restart loses what waits", "", new ForgetsHeld()),
            new Fault("sync does not hear of lost connections", "", new Deaf()),
            new Fault("nothing is fetched after an outage", "not equal", new NeverCatchesUp()),
            new Fault("states are served without their objects", "missing", new Credulous()),
            new Fault("a domain is asked too much at a time", "too much", new Crowding()))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void plantedFaultIsFoundAndItsSeedReplaysIt(Fault fault) {
    // Some seeds need longer than a short run, without any fault.
    planted(fault.complaint(), fault.mutation())
        .assertFoundWithin(
            SEEDS_FOR_A_FAULT, PlantedFault.FIRST_LINE, planted("", Mutation.NONE)::isFoundBy);
  }

  private static PlantedFault planted(String complaint, Mutation mutation) {
    return new PlantedFault(complaint, seed -> run(seed, mutation, Story.Length.SHORT));
  }

  private static final class SyncedUnheard extends Mutation {
    @Override
    Optional<HuntInput> hunt(HuntInput input) {
      return Optional.of(input)
          .filter(one ->
              !(one instanceof HuntInput.Waits(_, var urgency) && urgency == Urgency.SYNCED));
    }
  }

  private static final class ForgetsHeld extends Mutation {
    @Override
    boolean forgetsHeld() {
      return true;
    }
  }

  private static final class Credulous extends Mutation {
    @Override
    TipsHere here(TipsHere here) {
      return _ -> _ -> Optional.of(ObjectKind.COMMIT);
    }
  }

  private static final class Crowding extends Mutation {
    @Override
    DomainLimits limits(DomainLimits limits) {
      return new DomainLimits(2 * limits.concurrent(), 2 * limits.perMinute());
    }
  }

  private static final class Deaf extends Mutation {
    @Override
    dev.graspd.sim.sync.Mutation sync() {
      return new dev.graspd.sim.sync.Mutation() {
        @Override
        public Optional<SyncInput> input(SyncInput input) {
          return Optional.of(input).filter(one -> !(one instanceof SyncInput.Disconnected));
        }
      };
    }
  }

  private static final class NeverCatchesUp extends Mutation {
    @Override
    dev.graspd.sim.sync.Mutation sync() {
      return new dev.graspd.sim.sync.Mutation() {
        @Override
        public Optional<LinkInput> told(LinkInput input) {
          return Optional.of(input).filter(one -> !(one instanceof LinkInput.FetchHistory));
        }
      };
    }
  }
}
