package dev.graspd.server.upkeep;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.upkeep.UpkeepRules;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.hosting.AllRows;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.server.role.Mandate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disk usage of many small pushes, which take the usual way without sockets. More of them: {@code
 * -Dgraspd.pushes}.
 */
@Timeout(600)
class UpkeepSizeTest {
  private static final int PUSHES = Integer.getInteger("graspd.pushes", 100);
  private static final double MOST = 1.5;
  private static final int ROUND_EVERY = 25;

  @TempDir Path temporary;
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void manySmallPushesTakeHardlyMoreThanGitWouldTake() throws IOException {
    RealGit.Commits commits = RealGit.Commits.history(temporary.resolve("scratch"), PUSHES);
    try (RealGit git = new RealGit(temporary.resolve("git"), commits, FailPoints.NONE);
        HuntFixture bench =
            new HuntFixture(
                temporary.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, FailPoints.NONE)) {
      HuntFixture.Repo repo = bench.repo("repo");
      repo.hosted(ALICE);
      UpkeepHost upkeep =
          new UpkeepHost(
              bench.host.repacking(),
              bench.store,
              bench.store.repositories(),
              UpkeepRules.forHeap(1L << 30),
              1L << 40,
              // Every push was some minutes ago.
              () -> Instant.now().plus(Duration.ofMinutes(5)),
              nanos::get,
              UpkeepMetrics.NONE,
              Mandate.NONE);
      for (int i = 2; i <= PUSHES; i++) {
        assertThat(bench.send(repo.state(ALICE, i, "main=" + i))).isEqualTo(HELD);
        assertThat(repo.push(ALICE, "main=" + i, i)).isEqualTo("ok");
        if (i % ROUND_EVERY == 0 || i == PUSHES) {
          nanos.addAndGet(Duration.ofHours(1).toNanos());
          assertThat(upkeep.round()).isEqualTo(1);
        }
      }
      bench.await(() -> git.files().stream().filter(file -> file.endsWith(".pack")).count() == 1);
      assertThat((double) git.bytes()).isLessThanOrEqualTo(MOST * gitBytes(commits));
      assertThat(AllRows.packs(bench.store.repositories())).hasSize(1);
      assertThat(upkeep.readings().failed()).isZero();
      repo.assertSettled("all pushed");
    }
    assertThat(
            Doctor.problems(
                temporary.resolve("relay"),
                temporary.resolve("git"),
                HuntFixture.RULES,
                Maintainers.Mode.RECIPROCAL))
        .isEmpty();
  }

  private long gitBytes(RealGit.Commits commits) {
    Path fresh = temporary.resolve("fresh.git");
    if (!Files.exists(fresh)) {
      commits.scratch().git("init", "-q", "--bare", fresh.toString());
      commits.scratch().git("push", "-q", fresh.toString(), "c" + PUSHES + ":refs/heads/main");
      Scratch.at(fresh).git("gc", "-q");
    }
    return bytes(fresh.resolve("objects"));
  }

  private static long bytes(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
