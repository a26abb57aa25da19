package dev.graspd.testkit.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Event sync keeps its promises whatever relays do. More seeds: {@code -Dgraspd.seeds=100000}, from
 * {@code -Dgraspd.seed=…} on; a failure names its seed.
 */
final class SyncSimulationTest {
  private static final int SEEDS = 1_000;
  private static final int HAPPENINGS = 60;

  static Duration run(long seed, Mutation mutation) {
    SyncWorld world = new SyncWorld(seed, mutation);
    Story story = new Story(world, 1 + (int) (seed % 4));
    try {
      world.start();
      story.run(HAPPENINGS);
      return story.converge();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "seed " + seed + ": " + e.getMessage() + "\n  " + world.lastWords(), e);
    }
  }

  @Test
  void everySeedConverges() {
    long first = Long.getLong("graspd.seed", 1);
    long seeds = Long.getLong("graspd.seeds", SEEDS);
    Duration longest = Duration.ZERO;
    for (long seed = first; seed < first + seeds; seed++) {
      Duration took = run(seed, Mutation.NONE);
      longest = took.compareTo(longest) > 0 ? took : longest;
    }
    assertThat(longest).isLessThan(Duration.ofHours(60));
  }
}
