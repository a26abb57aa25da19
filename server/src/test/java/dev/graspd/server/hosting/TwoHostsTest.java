package dev.graspd.server.hosting;

import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.server.hosting.FaultyStore.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two hosts with their own memory over one store and one set of packs. While both work at the same
 * time, both agree with what is read from the store alone, refs are what was signed and pushed, and
 * nothing that was acknowledged is lost. More seeds: {@code -Dgraspd.seeds}; one seed alone: {@code
 * -Dgraspd.seeds=1 -Dgraspd.seed}.
 */
@Timeout(600)
class TwoHostsTest {
  private static final int SEEDS = Math.max(1, Integer.getInteger("graspd.seeds", 1_000) / 5);
  private static final int FIRST = Integer.getInteger("graspd.seed", 0);
  private static final int SEEDS_FOR_A_FAULT = 400;

  /** A new host reads its families again: with fewer of them, more can be tried. */
  private static final int SEEDS_PER_STORE = 20;

  static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  static final HostingRules RULES =
      new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 100_000, 64);
  static final Maintainers.Mode MODE = Maintainers.Mode.RECIPROCAL;

  @TempDir Path directory;

  @Test
  void bothHostsAgreeWithTheStoreWhateverTheyDo() {
    for (int first = FIRST; first < FIRST + SEEDS; first += SEEDS_PER_STORE) {
      int count = Math.min(SEEDS_PER_STORE, FIRST + SEEDS - first);
      assertThat(problem(Fault.NONE, first, count)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {
        "VERSION_NOT_COMPARED",
        "RECORD_NOT_READ",
        "PACK_NAMED_EARLY",
        "HELD_EVENTS_READ_EARLY",
        "ROLE_NOT_FENCED"
      })
  void plantedFaultIsFound(Fault fault) {
    Optional<String> problem = Optional.empty();
    for (int seed = 0; seed < SEEDS_FOR_A_FAULT && problem.isEmpty(); seed += SEEDS_PER_STORE) {
      problem = problem(fault, seed, SEEDS_PER_STORE);
    }
    assertThat(problem).isPresent();
  }

  /** Returns the first problem of some seeds, with its seed. */
  private Optional<String> problem(Fault fault, int first, int count) {
    Optional<String> problem = Optional.empty();
    // The same for a seed that runs alone.
    boolean isLate = first / SEEDS_PER_STORE % 2 == 1;
    try (TwoHosts hosts = new TwoHosts(directory.resolve("store-" + first), fault, isLate)) {
      for (int i = 0; i < count && problem.isEmpty(); i++) {
        String name = "seed " + (first + i) + ": ";
        problem = new TwoHostsRun(hosts, first + i).problem().map(name::concat);
      }
    }
    return problem;
  }
}
