package dev.graspd.server.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.hosting.FaultyStore.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hosts over one store and one directory of real packs, which both repack while the other one
 * pushes, reads, deletes and restores, and either of which is killed. Upkeep goes from one to the
 * other. More seeds: {@code -Dgraspd.seeds}; one seed alone: {@code -Dgraspd.seeds=1
 * -Dgraspd.seed}.
 */
@Timeout(600)
class PackHostsTest {
  private static final int SEEDS = Math.max(1, Integer.getInteger("graspd.seeds", 1_000) / 5);
  private static final int FIRST = Integer.getInteger("graspd.seed", 0);
  private static final int SEEDS_FOR_A_FAULT = 200;

  @TempDir Path directory;

  @Test
  void whatIsServedCanBeReadThroughBothWhateverTheyDo() throws IOException {
    assertThat(problem(Fault.NONE, FIRST, SEEDS)).isEmpty();
  }

  @Test
  void oldPacksThatGoEarlyAreFound() throws IOException {
    assertThat(problem(Fault.PACKS_REMOVED_EARLY, 0, SEEDS_FOR_A_FAULT)).isPresent();
  }

  @Test
  void repackingByAHostThatHasLostTheRoleIsFound() throws IOException {
    assertThat(problem(Fault.ROLE_NOT_FENCED, 0, SEEDS_FOR_A_FAULT))
        .get()
        .asString()
        .contains("after the other one has upkeep");
  }

  /** With an odd seed, hosts follow the log late. */
  private Optional<String> problem(Fault fault, int first, int count) throws IOException {
    RealGit.Commits commits = RealGit.Commits.make(directory.resolve("scratch"));
    boolean removesEarly = fault == Fault.PACKS_REMOVED_EARLY;
    PackHosts even = new PackHosts(directory.resolve("git-0"), commits, removesEarly);
    PackHosts odd = new PackHosts(directory.resolve("git-1"), commits, removesEarly);
    Optional<String> problem = Optional.empty();
    try (TwoHosts prompt = new TwoHosts(directory.resolve("relay-0"), fault, false, even);
        TwoHosts late = new TwoHosts(directory.resolve("relay-1"), fault, true, odd)) {
      for (int seed = first; seed < first + count && problem.isEmpty(); seed++) {
        String name = "seed " + seed + ": ";
        PackHostsRun run =
            seed % 2 == 0
                ? new PackHostsRun(prompt, even, seed)
                : new PackHostsRun(late, odd, seed);
        problem = run.problem().map(name::concat);
      }
    }
    return problem;
  }
}
