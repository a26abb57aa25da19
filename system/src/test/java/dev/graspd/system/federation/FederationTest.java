package dev.graspd.system.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.system.crash.MortalServer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers heal each other: while they are killed, cut off and written to at random, people are
 * promised things by one or the other; afterwards all servers that a repository names serve all of
 * it. {@code -Dgraspd.federation=full} for its whole size, {@code -Dgraspd.federation.seed} for
 * another script. A failure prints it.
 */
@Claims({"G02-1", "G02-2"})
class FederationTest {
  private static final boolean FULL = System.getProperty("graspd.federation", "").equals("full");

  /** A build repeats its script; a long run tries another one each time. */
  private static final long SEED =
      Long.getLong("graspd.federation.seed", FULL ? System.currentTimeMillis() % 1_000_000 : 1);

  /**
   * The trouble is over before a server that was never killed is 100 seconds old: by then sync's
   * calendar, which runs as fast as its clock, is ahead of that of events by the 15 minutes that a
   * catch-up looks back.
   */
  private static final FederationScript.Size SIZE =
      FULL
          ? new FederationScript.Size(5, 20, 200, Duration.ofMinutes(1))
          : new FederationScript.Size(4, 7, 40, Duration.ofSeconds(12));

  /** All servers are equal so long after the trouble at most. */
  private static final Duration HEALED_MAX = Duration.ofMinutes(2);

  /** They share an address, which is not how servers live; what a minute is, is a tenth of it. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "NGIT_TEST_TIME_SCALE", "10",
          "NGIT_TEST_LINK_TIME_SCALE", "10",
          "NGIT_SYNC_ENABLED", "true",
          "NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "true",
          "NGIT_MAX_UPLOADS", "64",
          "NGIT_MAX_UPLOADS_PER_IP", "64",
          "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP", "1000",
          "NGIT_LOG_LEVEL", System.getProperty("graspd.federation.log", "info"));

  @TempDir Path clones;

  @Test
  @Timeout(600)
  void serversThatAreNamedByARepositoryAreEqualAfterTheTroubleIsOver() throws IOException {
    Path directory = SharedServer.directory("federation");
    try (Federation federation =
        new Federation(FederationScript.of(SEED, SIZE), SIZE, directory, SETTINGS)) {
      try {
        heal(federation);
        Files.writeString(directory.resolve("history.txt"), federation.history());
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed %d, logs in %s: %s\n  %s"
                .formatted(SEED, directory, e.getMessage(), federation.history()),
            e);
      }
    }
  }

  /** The look at the servers is worth something: it finds those that do not heal each other. */
  @Test
  @Timeout(120)
  void serversThatDoNotTalkToEachOtherAreFoundToDiffer() {
    FederationScript.Size size = new FederationScript.Size(2, 2, 4, Duration.ofSeconds(2));
    SortedMap<String, String> alone = new TreeMap<>(SETTINGS);
    alone.put("NGIT_SYNC_ENABLED", "false");
    try (Federation federation =
        new Federation(
            FederationScript.of(1, size), size, SharedServer.directory("alone"), alone)) {
      federation.start();
      federation.suffer();
      federation.recover();
      assertThat(federation.awaitEqual(Duration.ZERO))
          .anyMatch(fault -> fault.contains("lacks event"))
          .anyMatch(fault -> fault.contains("servers differ"));
    }
  }

  private void heal(Federation federation) throws IOException {
    System.out.println("federation, seed " + SEED + (FULL ? ", full" : ""));
    federation.start();
    federation.suffer();
    federation.recover();
    long recovered = System.nanoTime();
    assertThat(federation.awaitEqual(HEALED_MAX)).as("what is wrong").isEmpty();
    System.out.println(
        "federation, equal after "
            + Duration.ofNanos(System.nanoTime() - recovered).toMillis()
            + " ms");
    assertThat(federation.repositories()).as("pushed to").allMatch(FederationRepo::isBegun);
    federation.repositories().forEach(this::assertComplete);
    for (FederationServer server : federation.servers()) {
      server.stop();
      assertSound(server);
    }
  }

  /** The objects of refs are really there, on each server: git looks at all of them. */
  private void assertComplete(FederationRepo repo) {
    GitClient git = GitClient.at(clones);
    for (FederationServer server : repo.named()) {
      String name = repo.identifier() + "-" + server.number() + ".git";
      git.must("clone", "-q", "--mirror", repo.at(server).cloneUrl(), name);
    }
  }

  private static void assertSound(FederationServer server) throws IOException {
    new MortalServer(server.directory(), server.domain()).assertSound(server.toString());
  }
}
