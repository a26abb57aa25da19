package dev.graspd.server.family.hunt;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.server.hosting.RepoWords;
import dev.graspd.server.hosting.Together;
import dev.graspd.testkit.EventBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hunted data that lands during other changes of its family, on the real store. All answers hold
 * afterwards, in any order. More seeds: {@code -Dgraspd.seeds}.
 */
@Timeout(300)
class HuntRaceTest {
  private static final int SEEDS = Integer.getInteger("graspd.seeds", 60);

  @TempDir Path temporary;
  private final SetOfObjects git = new SetOfObjects();

  /** Whether the next change that brings objects fails to be written. */
  private final AtomicBoolean diskFull = new AtomicBoolean();

  private HuntFixture bench;

  @BeforeEach
  void open() {
    bench =
        new HuntFixture(
            temporary, new TestGit.Sets(git), Maintainers.Mode.RECIPROCAL, this::failIfFull);
  }

  private void failIfFull(String place) {
    if (place.equals(FailPoints.PUSH_BEFORE_WRITE) && diskFull.compareAndSet(true, false)) {
      throw new StorageException(StorageException.Fault.FULL, "on purpose");
    }
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** Alice's repository, served with main at 1, and the chance that decides who comes first. */
  private final class Case {
    private final int seed;
    private final HuntFixture.Repo repo;
    private final RandomGenerator random;

    Case(int seed) {
      this.seed = seed;
      this.repo = bench.repo("repo-" + seed);
      this.random = new SplittableRandom(seed);
      repo.hosted(ALICE);
    }

    Event hold(long at, String refs) {
      Event state = repo.state(ALICE, at, refs);
      assertThat(bench.send(state)).isEqualTo(HELD);
      return state;
    }

    @SafeVarargs
    final List<String> together(Supplier<String>... actors) {
      List<String> answers = Together.run(random, bench.executor, actors);
      repo.assertSettled(toString());
      return answers;
    }

    void assertRefs(List<String> answers, String expected) {
      assertThat(repo.refs(ALICE)).as("%s: %s", this, answers).isEqualTo(expected);
    }

    boolean has(int object) {
      return git.published(repo.identifier).contains(RepoWords.oid(object));
    }

    @Override
    public String toString() {
      return "seed " + seed;
    }
  }

  @Test
  void landingAgainstThePushOfTheSameObjects() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      Event state = one.hold(1, "main=2");
      List<String> answers =
          one.together(() -> one.repo.land(2), () -> one.repo.push(ALICE, "main=2", 2));
      assertThat(answers)
          .as(one.toString())
          .isIn(List.of("joined", "unchanged"), List.of("not wanted", "ok"));
      one.assertRefs(answers, "main=2");
      assertThat(bench.isServed(state)).as(one.toString()).isTrue();
      assertThat(one.has(2)).isTrue();
    }
  }

  @Test
  void landingAgainstTheReplacementOfItsState() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      one.hold(1, "main=2");
      List<String> answers =
          one.together(
              () -> one.repo.land(2),
              () -> bench.send(one.repo.state(ALICE, 2, "main=3")),
              () -> one.repo.land(3));
      boolean three = answers.get(2).equals("joined");
      boolean two = answers.get(0).equals("joined");
      one.assertRefs(answers, three ? "main=3" : two ? "main=2" : "main=1");
      assertThat(one.has(3)).as("%s: %s", one, answers).isEqualTo(three);
      assertThat(one.has(2)).as("%s: %s", one, answers).isEqualTo(two);
    }
  }

  @Test
  void landingAgainstTheEndOfItsStatesTime() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      Event state = one.hold(1, "main=2");
      List<String> answers =
          one.together(() -> one.repo.land(2), () -> bench.pass(Duration.ofMinutes(31)));
      boolean landed = answers.getFirst().equals("joined");
      if (!landed) {
        bench.await(() -> bench.host.lapsed().isLapsed(state.id()));
      }
      one.assertRefs(answers, landed ? "main=2" : "main=1");
      assertThat(bench.isServed(state)).as(one.toString()).isEqualTo(landed);
      assertThat(one.has(2)).as("%s: %s", one, answers).isEqualTo(landed);
    }
  }

  @Test
  void landingAgainstTheDeletionOfItsState() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      Event state = one.hold(1, "main=2");
      List<String> answers =
          one.together(
              () -> one.repo.land(2),
              () -> bench.send(EventBuilder.deletionOf(state).unsignedBy(ALICE)));
      boolean landed = answers.getFirst().equals("joined");
      assertThat(bench.isServed(state)).as(one.toString()).isFalse();
      assertThat(one.has(2)).as("%s: %s", one, answers).isEqualTo(landed);
    }
  }

  @Test
  void twoLandingsOfOneFamily() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      Event state = one.hold(1, "main=2 dev=3");
      List<String> answers = one.together(() -> one.repo.land(2), () -> one.repo.land(3));
      assertThat(answers).as(one.toString()).containsExactly("joined", "joined");
      one.assertRefs(answers, "dev=3 main=2");
      assertThat(bench.isServed(state)).as(one.toString()).isTrue();
    }
  }

  @Test
  void twoLandingsOfTheSameObjects() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      one.hold(1, "main=2");
      List<String> answers = one.together(() -> one.repo.land(2), () -> one.repo.land(2));
      assertThat(answers).as(one.toString()).containsExactlyInAnyOrder("joined", "not wanted");
      one.assertRefs(answers, "main=2");
    }
  }

  @Test
  void revivalAgainstTheSameEventFromAClient() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      Event state = one.hold(1, "main=2");
      bench.awaitLapse(state);
      one.together(
          () ->
              RepoWords.now(bench.host.hunting().revive(one.repo.identifier, one.repo.oids(2)))
                  .toString(),
          () -> bench.send(state));
      assertThat(one.repo.wanted()).as(one.toString()).isEqualTo(one.repo.oids(2));
      assertThat(one.repo.land(2)).as(one.toString()).isEqualTo("joined");
    }
  }

  /** Withdrawn packs must be gone before the next decision. */
  @Test
  void pushNeverLeansOnObjectsOfALandingThatFailed() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      one.hold(1, "main=2");
      diskFull.set(true);
      var landing = bench.host.hunting().land(git.bring(one.repo.identifier, RepoWords.oid(2)));
      String pushed = one.repo.push(ALICE, "main=2");
      assertThat(RepoWords.now(landing)).isInstanceOf(LandingOutcome.Failed.class);
      assertThat(pushed).as(one.toString()).isEqualTo("push-objects-missing");
      assertThat(one.has(2)).as(one.toString()).isFalse();
      one.repo.assertSettled(one.toString());
    }
  }

  /** Withdrawn packs must be gone before the next decision. */
  @Test
  void landingNeverLeansOnObjectsOfAPushThatFailed() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      Event state = one.hold(1, "main=2 dev=3");
      PushRequest request =
          new PushRequest(
              one.repo.of(ALICE), RepoWords.commands("main=2"), false, Payer.operator());
      diskFull.set(true);
      var push =
          bench.host.pushes().perform(request, git.bring(one.repo.identifier, RepoWords.oid(2)));
      String landed = one.repo.land(3);
      assertThat(RepoWords.outcomes(RepoWords.now(push))).isEqualTo("storage-full");
      assertThat(landed).as(one.toString()).isEqualTo("joined");
      assertThat(bench.isServed(state)).as(one.toString()).isFalse();
      one.repo.assertSettled(one.toString());
    }
  }
}
