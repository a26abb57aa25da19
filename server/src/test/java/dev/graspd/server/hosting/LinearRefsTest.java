package dev.graspd.server.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.hosting.FaultyStore.Fault;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each ref is a linearizable register, whichever of two hosts is asked and told, and however many
 * at the same time ({@link RefHistory}). A seed replays the choice of operations, not their order
 * in time. One seed alone: {@code -Dgraspd.seeds=1 -Dgraspd.seed}; more seeds: {@code
 * -Dgraspd.seeds}.
 */
@Timeout(600)
class LinearRefsTest {
  private static final int SEEDS = Math.max(1, Integer.getInteger("graspd.seeds", 1_000) / 5);
  private static final int FIRST = Integer.getInteger("graspd.seed", 0);
  private static final int SEEDS_FOR_A_FAULT = 400;

  @TempDir Path directory;

  @Test
  void historyOfEachRefIsThatOfOneRegister() {
    int operations = 0;
    try (TwoHosts prompt = new TwoHosts(directory.resolve("prompt"), Fault.NONE, false);
        TwoHosts late = new TwoHosts(directory.resolve("late"), Fault.NONE, true)) {
      for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
        LinearRefsRun run = new LinearRefsRun(seed % 2 == 0 ? prompt : late, seed);
        assertThat(run.problem()).as("seed " + seed).isEmpty();
        operations += run.operations();
      }
    }
    // Both ways of reading, pushes and states.
    assertThat(operations).isGreaterThan(SEEDS * 20);
  }

  /** A second push overwrites what the first one, on the other host, has set. */
  @Test
  void versionThatIsNotComparedIsFound() {
    assertThat(problem(Fault.VERSION_NOT_COMPARED, LinearRefsRun::ofOne)).isPresent();
  }

  /** A host answers with what it knew before. */
  @Test
  void logThatIsNotFollowedIsFound() {
    assertThat(problem(Fault.LOG_NOT_FOLLOWED, LinearRefsRun::new)).isPresent();
  }

  private Optional<String> problem(
      Fault fault, BiFunction<TwoHosts, Integer, LinearRefsRun> start) {
    Optional<String> problem = Optional.empty();
    try (TwoHosts hosts = new TwoHosts(directory, fault, false)) {
      for (int seed = 0; seed < SEEDS_FOR_A_FAULT && problem.isEmpty(); seed++) {
        problem = start.apply(hosts, seed).problem();
      }
    }
    return problem;
  }
}
