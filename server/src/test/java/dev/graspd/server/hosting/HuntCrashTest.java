package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.RealGit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The server ends while hunted data lands, at every named place: the disk is copied there, as a
 * crash would leave it, and a new server is started on the copy. It finds all of the landing or
 * nothing of it.
 */
@Timeout(300)
class HuntCrashTest {
  /** The places that a landing passes before its transaction is on disk. */
  static final List<String> BEFORE =
      List.of(
          FailPoints.RECEIVED,
          FailPoints.TARGET_WRITTEN,
          FailPoints.PACK_LINKED,
          FailPoints.INDEX_LINKED,
          FailPoints.STORED,
          FailPoints.PUSH_BEFORE_WRITE);

  /** Those that it passes afterwards. */
  static final List<String> AFTER =
      List.of(FailPoints.PUSH_WRITTEN, FailPoints.BEFORE_KEEP, FailPoints.KEPT);

  @TempDir static Path shared;
  private static RealGit.Commits commits;

  @TempDir Path temporary;

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

  private static RealGit git(Path root, FailPoints failPoints) {
    return new RealGit(root.resolve("git"), commits, failPoints);
  }

  private static HuntFixture bench(Path root, RealGit git, FailPoints failPoints) {
    return new HuntFixture(root.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, failPoints);
  }

  /** Copies what is on disk when a place is reached for the first time. */
  private FailPoints crashAt(String place) {
    return name -> {
      if (name.equals(place) && !Files.exists(crashed())) {
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

  private static Event state(HuntFixture.Repo repo) {
    return repo.state(ALICE, 0, "main=1 dev=2");
  }

  private static String landing(HuntFixture bench) {
    HuntFixture.Repo repo = bench.repo("repo");
    assertThat(bench.send(repo.announcement(ALICE, 0))).isEqualTo(HELD);
    assertThat(bench.send(state(repo))).isEqualTo(HELD);
    assertThat(bench.send(repo.pullRequest(BOB, 3, ALICE))).startsWith(HELD);
    return repo.land(1, 2, 3);
  }

  private static void assertLanded(HuntFixture bench) {
    HuntFixture.Repo repo = bench.repo("repo");
    assertThat(bench.isServed(state(repo))).isTrue();
    assertThat(bench.isServed(repo.announcement(ALICE, 0))).isTrue();
    assertThat(bench.isServed(repo.pullRequest(BOB, 3, ALICE))).isTrue();
    assertThat(repo.refs(ALICE)).isEqualTo("dev=2 main=1 PR=3");
    assertThat(repo.wanted()).isEmpty();
    repo.assertSettled("landed");
  }

  /** The accounts match the disk. */
  private static void assertCounted(HuntFixture bench, RealGit git) {
    assertThat(bench.host.status().room(bench.repo("repo").of(ALICE)))
        .extracting(Quota.Level::usedBytes)
        .containsExactly(git.packBytes(), git.packBytes());
  }

  private void assertSound() throws IOException {
    assertThat(
            Doctor.problems(
                crashed().resolve("relay"),
                crashed().resolve("git"),
                HuntFixture.RULES,
                Maintainers.Mode.RECIPROCAL))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("BEFORE")
  void landingThatEndsBeforeItsTransactionLeavesNothing(String place) throws IOException {
    try (RealGit git = git(live(), crashAt(place));
        HuntFixture bench = bench(live(), git, crashAt(place))) {
      assertThat(landing(bench)).isEqualTo("joined");
    }
    try (RealGit git = git(crashed(), FailPoints.NONE);
        HuntFixture bench = bench(crashed(), git, FailPoints.NONE)) {
      HuntFixture.Repo repo = bench.repo("repo");
      assertThat(git.files()).isEmpty();
      assertCounted(bench, git);
      assertThat(repo.refs(ALICE)).isEqualTo("-");
      assertThat(repo.wanted()).isEqualTo(repo.oids(1, 2, 3));
      assertThat(repo.land(1, 2, 3)).isEqualTo("joined");
      assertLanded(bench);
      assertCounted(bench, git);
    }
    assertSound();
  }

  @ParameterizedTest
  @FieldSource("AFTER")
  void landingThatEndsAfterItsTransactionIsWhole(String place) throws IOException {
    try (RealGit git = git(live(), crashAt(place));
        HuntFixture bench = bench(live(), git, crashAt(place))) {
      assertThat(landing(bench)).isEqualTo("joined");
    }
    try (RealGit git = git(crashed(), FailPoints.NONE);
        HuntFixture bench = bench(crashed(), git, FailPoints.NONE)) {
      assertLanded(bench);
      assertThat(git.packBytes()).isPositive();
      assertCounted(bench, git);
      assertThat(git.files()).noneMatch(file -> file.startsWith("quarantine"));
    }
    assertSound();
  }

  @Test
  void landingThatEndsWhileItIsTakenBackLeavesNothing() throws IOException {
    FailPoints full =
        name -> {
          if (name.equals(FailPoints.PUSH_BEFORE_WRITE)) {
            throw new StorageException(StorageException.Fault.FULL, "on purpose");
          }
        };
    try (RealGit git = git(live(), crashAt(FailPoints.BEFORE_WITHDRAWAL));
        HuntFixture bench = bench(live(), git, full)) {
      assertThat(landing(bench)).isEqualTo("storage-full");
      assertThat(git.files()).isEmpty();
      assertCounted(bench, git);
    }
    try (RealGit git = git(crashed(), FailPoints.NONE);
        HuntFixture bench = bench(crashed(), git, FailPoints.NONE)) {
      assertThat(git.files()).isEmpty();
      assertThat(bench.repo("repo").land(1, 2, 3)).isEqualTo("joined");
      assertLanded(bench);
    }
    assertSound();
  }
}
