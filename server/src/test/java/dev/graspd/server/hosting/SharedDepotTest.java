package dev.graspd.server.hosting;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.upkeep.Task;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.RealGit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers read packs of one depot, as the rows of one store name them. */
@Timeout(120)
class SharedDepotTest {
  @TempDir Path temporary;

  @Test
  void packIsSeenByBothFromTheTransactionOnAndNeverBefore() throws IOException {
    RealGit.Commits commits = RealGit.Commits.make(temporary.resolve("scratch"));
    AtomicReference<Runnable> beforeWrite = new AtomicReference<>(() -> {});
    FailPoints failPoints =
        name -> {
          if (name.equals(FailPoints.PUSH_BEFORE_WRITE)) {
            beforeWrite.get().run();
          }
        };
    try (RealGit git = new RealGit(temporary.resolve("git"), commits, failPoints);
        HuntFixture bench =
            new HuntFixture(
                temporary.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, failPoints);
        RealGit other = new RealGit(temporary.resolve("git"), commits, FailPoints.NONE)) {
      other.namedIn(bench.store.repositories());
      HuntFixture.Repo repo = bench.repo("repo");
      ObjectsHere here = git.objects().of(repo.identifier);
      ObjectsHere there = other.objects().of(repo.identifier);
      repo.hosted(ALICE);
      assertThat(there.kindOf(git.oid(1))).contains(ObjectKind.COMMIT);

      List<Boolean> early = new ArrayList<>();
      beforeWrite.set(() -> {
        assertThat(git.packBytes()).isGreaterThan(recorded(bench));
        early.add(here.kindOf(git.oid(2)).isPresent());
        early.add(there.kindOf(git.oid(2)).isPresent());
      });
      assertThat(bench.send(repo.state(ALICE, 1, "main=2"))).isEqualTo(HuntFixture.HELD);
      assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
      assertThat(early).containsExactly(false, false);
      assertThat(here.kindOf(git.oid(2))).contains(ObjectKind.COMMIT);
      assertThat(there.kindOf(git.oid(2))).contains(ObjectKind.COMMIT);

      bench.host.repacking().perform(repo.identifier, new Task.Whole(true), Long.MAX_VALUE);
      assertThat(bench.store.repositories().packs(repo.identifier)).hasSize(1);
      assertThat(there.kindOf(git.oid(2))).contains(ObjectKind.COMMIT);
      assertThat(other.objects().of(repo.identifier).kindOf(git.oid(2)))
          .contains(ObjectKind.COMMIT);
    }
    assertThat(
            Doctor.problems(
                temporary.resolve("relay"),
                temporary.resolve("git"),
                HuntFixture.RULES,
                Maintainers.Mode.RECIPROCAL))
        .isEmpty();
  }

  /** Memory that cannot follow a commit is such a failure, as when the server stops. */
  @Test
  void packThatIsNamedStaysIfItsPushFailsAfterwards() throws IOException {
    RealGit.Commits commits = RealGit.Commits.make(temporary.resolve("scratch"));
    AtomicReference<String> failure = new AtomicReference<>("");
    FailPoints failPoints =
        name -> {
          if (name.equals(failure.get())) {
            throw new IllegalStateException("failed at " + name);
          }
        };
    try (RealGit git = new RealGit(temporary.resolve("git"), commits, failPoints);
        HuntFixture bench =
            new HuntFixture(
                temporary.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, failPoints)) {
      HuntFixture.Repo repo = bench.repo("repo");
      repo.hosted(ALICE);
      assertThat(bench.send(repo.state(ALICE, 1, "main=2"))).isEqualTo(HuntFixture.HELD);
      failure.set(FailPoints.PUSH_WRITTEN);
      assertThat(repo.push(ALICE, "main=2", 2)).isNotEqualTo("ok");
      failure.set("");
      assertThat(repo.refs(ALICE)).isEqualTo("main=2");
      git.walk(repo.identifier, git.oid(2));
    }
  }

  private static long recorded(HuntFixture bench) {
    return AllRows.packs(bench.store.repositories()).stream().mapToLong(pack -> pack.bytes()).sum();
  }
}
