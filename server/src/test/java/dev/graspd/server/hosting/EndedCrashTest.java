package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server ends while a repository is deleted, restored or erased, at every named place: the disk
 * is copied there, as a crash would leave it, and a new server is started on the copy.
 */
@Timeout(300)
class EndedCrashTest {
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
        if (!file.getFileName().toString().equals("lock.mdb")) {
          Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Story {
    void tell(HuntFixture bench, RealGit git) throws IOException;
  }

  private static void on(Path root, FailPoints failPoints, Story story) throws IOException {
    try (RealGit git = new RealGit(root.resolve("git"), commits, failPoints)) {
      try (HuntFixture bench =
          new HuntFixture(root.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, failPoints)) {
        story.tell(bench, git);
      }
      git.removeReplaced();
    }
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

  private static Event issue(HuntFixture bench, int number) {
    return EventBuilder.kind(1621)
        .tag("a", bench.repo("repo").of(ALICE).toString())
        .content("issue " + number)
        .unsignedBy(BOB);
  }

  /** Alice's repository with a pull request, and so many issues that they go in two slices. */
  private static void hosted(HuntFixture bench) {
    HuntFixture.Repo repo = bench.repo("repo");
    assertThat(bench.send(repo.announcement(ALICE, 0))).isEqualTo(HELD);
    assertThat(bench.send(repo.state(ALICE, 0, "main=1"))).isEqualTo(HELD);
    assertThat(bench.send(repo.pullRequest(BOB, 3, ALICE))).startsWith(HELD);
    assertThat(repo.land(1, 3)).isEqualTo("joined");
    for (int i = 0; i < 3; i++) {
      assertThat(bench.send(issue(bench, i))).isEmpty();
    }
  }

  private static void assertHosted(HuntFixture bench) {
    HuntFixture.Repo repo = bench.repo("repo");
    assertThat(repo.refs(ALICE)).isEqualTo("main=1 PR=3");
    assertThat(bench.isServed(repo.state(ALICE, 0, "main=1"))).isTrue();
    assertThat(bench.isServed(repo.pullRequest(BOB, 3, ALICE))).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat(bench.isServed(issue(bench, i))).isTrue();
    }
    assertThat(bench.store.repositories().ended().all()).isEmpty();
    repo.assertSettled("hosted");
  }

  private static void assertKept(HuntFixture bench) {
    HuntFixture.Repo repo = bench.repo("repo");
    bench.await(() ->
        bench
            .store
            .repositories()
            .ended()
            .find(repo.of(ALICE))
            .filter(holding -> holding.phase() == EndedRepository.Phase.HELD)
            .isPresent());
    assertThat(bench.host.repositories().find(repo.of(ALICE))).isEmpty();
    assertThat(bench.store.repositories().ended().countAside(repo.of(ALICE))).isEqualTo(5);
    assertThat(bench.store.stats().servedEvents()).as("the deletion alone").isEqualTo(1);
    repo.assertSettled("kept");
  }

  private static void delete(HuntFixture bench) {
    Event deletion =
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 1)
            .tag("a", bench.repo("repo").of(ALICE).toString())
            .unsignedBy(ALICE);
    assertThat(bench.send(deletion)).isEmpty();
  }

  private static String restore(HuntFixture bench) {
    return bench.send(bench.repo("repo").announcement(ALICE, 2));
  }

  @Test
  void deletionThatEndsBeforeItsTransactionHasNotHappened() throws IOException {
    on(
        live(),
        crashAt(FailPoints.DELETION_BEFORE_WRITE),
        (bench, _) -> {
          hosted(bench);
          delete(bench);
          assertKept(bench);
        });
    on(crashed(), FailPoints.NONE, (bench, _) -> assertHosted(bench));
    assertSound();
  }

  @ParameterizedTest
  @ValueSource(strings = {FailPoints.DELETION_WRITTEN, FailPoints.GATHERED})
  void deletionThatEndsAfterItsTransactionIsCarriedOut(String place) throws IOException {
    on(
        live(),
        crashAt(place),
        (bench, _) -> {
          hosted(bench);
          delete(bench);
        });
    on(
        crashed(),
        FailPoints.NONE,
        (bench, git) -> {
          assertKept(bench);
          assertThat(git.packBytes()).isPositive();
        });
    assertSound();
    on(
        crashed(),
        FailPoints.NONE,
        (bench, _) -> {
          assertThat(restore(bench)).isEmpty();
          assertHosted(bench);
        });
    assertSound();
  }

  @ParameterizedTest
  @ValueSource(strings = {FailPoints.EVENT_BEFORE_WRITE, FailPoints.EVENT_WRITTEN})
  void restorationIsWholeOrHasNotHappened(String place) throws IOException {
    on(
        live(),
        FailPoints.NONE,
        (bench, _) -> {
          hosted(bench);
          delete(bench);
        });
    on(
        live(),
        crashAt(place),
        (bench, _) -> {
          assertThat(restore(bench)).isEmpty();
          assertHosted(bench);
        });
    on(
        crashed(),
        FailPoints.NONE,
        (bench, _) -> {
          if (place.equals(FailPoints.EVENT_BEFORE_WRITE)) {
            assertKept(bench);
            assertThat(restore(bench)).isEmpty();
          }
          assertHosted(bench);
        });
    assertSound();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {FailPoints.ERASURE_BEGUN, FailPoints.ERASURE_DISCARDED, FailPoints.ERASURE_PRUNED})
  void erasureThatHasBegunIsCarriedOut(String place) throws IOException {
    on(
        live(),
        crashAt(place),
        (bench, git) -> {
          hosted(bench);
          delete(bench);
          assertThat(bench.host.endedKeeper().eraseNow(bench.repo("repo").of(ALICE))).isTrue();
          assertThat(git.files()).as("no family, no files").noneMatch(f -> f.contains("pack-"));
        });
    on(
        crashed(),
        FailPoints.NONE,
        (bench, git) -> {
          bench.await(() -> bench.store.repositories().ended().all().isEmpty());
          assertThat(bench.store.repositories().ended().countAside(bench.repo("repo").of(ALICE)))
              .isZero();
          assertThat(AllRows.packs(bench.store.repositories())).isEmpty();
          assertThat(git.files()).noneMatch(file -> file.contains("pack-"));
          assertThat(restore(bench)).isEqualTo(HELD);
        });
    assertSound();
  }

  @Test
  void doctorFindsAnEndedRepositoryThatCannotComeBackWhole() throws IOException {
    on(
        live(),
        FailPoints.NONE,
        (bench, _) -> {
          hosted(bench);
          delete(bench);
        });
    copy(live(), crashed());
    assertSound();
    try (Stream<Path> files = Files.walk(crashed().resolve("git"))) {
      for (Path file : files.filter(one -> one.toString().matches(".*\\.(pack|idx)")).toList()) {
        Files.delete(file);
      }
    }
    assertThat(
            Doctor.problems(
                crashed().resolve("relay"),
                crashed().resolve("git"),
                HuntFixture.RULES,
                Maintainers.Mode.RECIPROCAL))
        .anyMatch(problem -> problem.startsWith("refs/heads/main, kept of 30617:"));
  }

  @Test
  void siblingKeepsWhatItNeedsWhenTheOtherIsErased() throws IOException {
    on(
        crashed(),
        FailPoints.NONE,
        (bench, git) -> {
          hosted(bench);
          HuntFixture.Repo repo = bench.repo("repo");
          assertThat(bench.send(repo.announcement(BOB, 0))).isEqualTo(HELD);
          assertThat(bench.send(repo.state(BOB, 0, "main=2"))).isEqualTo(HELD);
          assertThat(repo.push(BOB, "main=2", 2)).isEqualTo("ok");
          long before = git.packBytes();
          delete(bench);
          assertThat(bench.host.endedKeeper().eraseNow(repo.of(ALICE))).isTrue();
          assertThat(repo.refs(BOB)).isEqualTo("main=2");
          assertThat(git.packBytes()).isPositive().isLessThan(before);
          repo.assertSettled("bob's");
        });
    assertSound();
  }
}
