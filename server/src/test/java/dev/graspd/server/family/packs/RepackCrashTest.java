package dev.graspd.server.family.packs;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.upkeep.Task;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.hosting.AllRows;
import dev.graspd.server.hosting.HuntFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The server ends while packs are exchanged, at every named place: the disk is copied there, as a
 * crash would leave it, and a new server is started on the copy. It serves all that was served, and
 * nothing is left over.
 */
@Timeout(300)
class RepackCrashTest {
  static final List<String> PLACES =
      Stream.concat(
              FailPoints.UPKEEP.stream(),
              Stream.of(FailPoints.TARGET_WRITTEN, FailPoints.PACK_LINKED, FailPoints.INDEX_LINKED))
          .toList();

  /** From here on the new packs are those that belong to the family. */
  private static final List<String> AFTER =
      List.of(FailPoints.REPACK_WRITTEN, FailPoints.REPACK_REMOVING, FailPoints.REPACK_REMOVED);

  @TempDir static Path shared;
  private static RealGit.Commits commits;

  @TempDir Path temporary;
  private final AtomicBoolean isRepacking = new AtomicBoolean();

  @BeforeAll
  static void makeCommits() throws IOException {
    commits = RealGit.Commits.make(shared.resolve("scratch"));
  }

  private Path live() {
    return temporary.resolve("live");
  }

  private Path crashed() {
    return temporary.resolve("crashed");
  }

  private FailPoints crashAt(String place) {
    return name -> {
      if (isRepacking.get() && name.equals(place) && !Files.exists(crashed())) {
        copy(live(), crashed());
      }
    };
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        // The lock of the store does not outlive a process.
        if (!file.getFileName().toString().equals("lock.mdb")) {
          Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @FieldSource("PLACES")
  void crashWhilePacksAreExchangedLeavesAServableFamily(String place) throws IOException {
    FailPoints failPoints = crashAt(place);
    try (RealGit git = new RealGit(live().resolve("git"), commits, failPoints);
        HuntFixture bench = bench(live(), git, failPoints)) {
      HuntFixture.Repo repo = bench.repo("repo");
      repo.hosted(ALICE);
      assertThat(bench.send(repo.state(ALICE, 1, "main=2"))).isEqualTo(HELD);
      assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
      isRepacking.set(true);
      assertThat(
              bench.host.repacking().perform(repo.identifier, new Task.Whole(true), Long.MAX_VALUE))
          .isInstanceOf(Repacking.Outcome.Done.class);
      bench.await(() -> Files.exists(crashed()));
    }
    try (RealGit git = new RealGit(crashed().resolve("git"), commits, FailPoints.NONE);
        HuntFixture bench = bench(crashed(), git, FailPoints.NONE)) {
      HuntFixture.Repo repo = bench.repo("repo");
      assertThat(repo.refs(ALICE)).isEqualTo("main=2");
      assertThat(AllRows.packs(bench.store.repositories())).hasSize(AFTER.contains(place) ? 1 : 2);
      assertThat(git.packBytes())
          .isEqualTo(
              AllRows.packs(bench.store.repositories()).stream()
                  .mapToLong(PackRecord::bytes)
                  .sum());
      assertThat(git.files()).noneMatch(file -> file.startsWith("quarantine"));
      repo.assertSettled(place);
    }
    assertThat(
            Doctor.problems(
                crashed().resolve("relay"),
                crashed().resolve("git"),
                HuntFixture.RULES,
                Maintainers.Mode.RECIPROCAL))
        .isEmpty();
  }

  private static HuntFixture bench(Path root, RealGit git, FailPoints failPoints) {
    return new HuntFixture(root.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, failPoints);
  }
}
