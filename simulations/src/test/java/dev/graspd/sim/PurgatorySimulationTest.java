package dev.graspd.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.purgatory.Action;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Purgatory keeps its promises whatever happens around it. More seeds: {@code
 * -Dgraspd.seeds=100000}, from {@code -Dgraspd.seed=…} on; a failure names its seed.
 */
final class PurgatorySimulationTest {
  private static final int SEEDS = 1_000;
  private static final int HAPPENINGS = 100;

  /** A fault that hides from so many seeds is not found in a build either. */
  private static final int SEEDS_FOR_A_FAULT = 50;

  private static long run(long seed, Faults faults, PurgatoryWorld world) {
    return new Simulation<>(seed, faults, world).run(HAPPENINGS);
  }

  @Test
  void everySeedKeepsThePromises() {
    long first = Long.getLong("graspd.seed", 1);
    long seeds = Long.getLong("graspd.seeds", SEEDS);
    var counts = new PurgatoryWorld.Counts(0, 0, 0);
    for (long seed = first; seed < first + seeds; seed++) {
      PurgatoryWorld world = new PurgatoryWorld(PurgatorySubject::new);
      run(seed, Faults.usual(), world);
      counts = counts.plus(world.counts());
    }
    assertThat(counts.lapsed()).isGreaterThan((int) seeds);
    assertThat(counts.forgotten()).isGreaterThan((int) seeds);
    assertThat(counts.revived()).isGreaterThan((int) seeds);
  }

  @Test
  void sameSeedGivesTheSameRun() {
    long once = run(7, Faults.usual(), new PurgatoryWorld(PurgatorySubject::new));
    long again = run(7, Faults.usual(), new PurgatoryWorld(PurgatorySubject::new));
    long other = run(8, Faults.usual(), new PurgatoryWorld(PurgatorySubject::new));
    assertThat(again).isEqualTo(once).isNotEqualTo(other);
  }

  record Fault(String name, String complaint, Faults faults, Supplier<PurgatoryWorld> world) {
    static Fault ofMachine(String name, String complaint, Supplier<PurgatorySubject> machine) {
      return new Fault(name, complaint, Faults.usual(), () -> new PurgatoryWorld(machine));
    }

    static Fault ofClock(String name, String complaint, Faults faults) {
      return new Fault(name, complaint, faults, () -> new PurgatoryWorld(PurgatorySubject::new));
    }

    static Fault ofWorld(String name, String complaint, Supplier<PurgatoryWorld> world) {
      return new Fault(name, complaint, Faults.usual(), world);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> faults() {
    return Stream.of(
            Fault.ofMachine("ends two seconds early", "ends early", Early::new),
            Fault.ofMachine("wants to be woken five seconds late", "next wake-up", Late::new),
            Fault.ofMachine(
                "does not hear what is settled", "the machine does not know better", Deaf::new),
            Fault.ofMachine("counts memory from when it was woken", "deadline of", LongMemory::new),
            Fault.ofMachine("forgets what it should remember", "at its end", Forgetful::new),
            Fault.ofClock(
                "goes on while down", "before its time", Faults.usual().countingDowntime()),
            Fault.ofClock(
                "saves uptime every ten minutes",
                "after its time",
                Faults.usual().losing(Duration.ofMinutes(10))),
            Fault.ofWorld("does not look again", "before its time", NotLookingAgain::new),
            Fault.ofWorld(
                "restores only what waits", "machine and disk differ", RestoringHalf::new))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void plantedFaultIsFoundAndItsSeedReplaysIt(Fault fault) {
    new PlantedFault(fault.complaint(), seed -> run(seed, fault.faults(), fault.world().get()))
        .assertFoundWithin(SEEDS_FOR_A_FAULT, PlantedFault.WHOLE);
  }

  private static final class Early extends PurgatorySubject {
    @Override
    public List<Action> on(Input input, Now now) {
      return super.on(input, new Now(now.nanos() + 2_000_000_000L, now.epochSeconds()));
    }
  }

  private static final class Late extends PurgatorySubject {
    @Override
    public OptionalLong nextWakeNanos() {
      OptionalLong wake = super.nextWakeNanos();
      return wake.isPresent() ? OptionalLong.of(wake.getAsLong() + 5_000_000_000L) : wake;
    }
  }

  private static final class Deaf extends PurgatorySubject {
    @Override
    public List<Action> on(Input input, Now now) {
      return super.on(input instanceof Input.Settled ? new Input.Woken() : input, now);
    }
  }

  private static final class LongMemory extends PurgatorySubject {
    @Override
    public List<Action> on(Input input, Now now) {
      return super.on(input, now).stream().map(action -> lengthen(action, now)).toList();
    }

    private static Action lengthen(Action action, Now now) {
      return action instanceof Action.Save(Ticket ticket, Phase phase, long _)
              && phase == Phase.REMEMBERED
          ? new Action.Save(ticket, phase, now.after(ticket.memory()))
          : action;
    }
  }

  private static final class Forgetful extends PurgatorySubject {
    @Override
    public List<Action> on(Input input, Now now) {
      return super.on(input, now).stream()
          .map(action ->
              action instanceof Action.Lapse(Ticket ticket) ? new Action.Forget(ticket) : action)
          .toList();
    }
  }

  private static final class NotLookingAgain extends PurgatoryWorld {
    NotLookingAgain() {
      super(PurgatorySubject::new);
    }

    @Override
    boolean isStillDue(Ticket ticket, Moment moment) {
      return true;
    }
  }

  private static final class RestoringHalf extends PurgatoryWorld {
    RestoringHalf() {
      super(PurgatorySubject::new);
    }

    @Override
    public List<Input> restored() {
      return super.restored().stream()
          .filter(input ->
              !(input instanceof Input.Restored(_, var phase, _)) || phase == Phase.WAITING)
          .toList();
    }
  }
}
