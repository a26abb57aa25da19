package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.testkit.Signer;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every pack counts for an owner, and nobody exceeds the quota; on the real store. An object is a
 * pack of 100 bytes.
 */
@Timeout(300)
class QuotaLandingTest {
  private static final int SEEDS = Integer.getInteger("graspd.seeds", 60);
  private static final long MUCH = 1L << 40;

  @TempDir Path temporary;
  private final SetOfObjects git = new SetOfObjects();
  private final AtomicBoolean diskFull = new AtomicBoolean();
  private HuntFixture bench;

  @AfterEach
  void close() {
    bench.close();
  }

  private HuntFixture.Repo open(long repositoryBytes, long ownerBytes) {
    bench =
        new HuntFixture(
            temporary,
            new TestGit.Sets(git),
            Maintainers.Mode.RECIPROCAL,
            this::failIfFull,
            new Quota(repositoryBytes, ownerBytes));
    return bench.repo("repo");
  }

  private void failIfFull(String place) {
    if (place.equals(FailPoints.PUSH_BEFORE_WRITE) && diskFull.compareAndSet(true, false)) {
      throw new StorageException(StorageException.Fault.FULL, "on purpose");
    }
  }

  private void hold(Event... events) {
    for (Event event : events) {
      assertThat(bench.send(event)).startsWith(HELD);
    }
  }

  /** Bytes of the repository and of all of its owner, as they are counted. */
  private List<Long> used(HuntFixture.Repo repo, Signer owner) {
    return bench.host.status().room(repo.of(owner)).stream().map(Quota.Level::usedBytes).toList();
  }

  /** Bytes of an owner as the store has them. */
  private long stored(Signer owner) {
    return PackRecord.sharesOf(AllRows.packs(bench.store.repositories()))
        .getOrDefault(owner.publicKey(), 0L);
  }

  private PushRequest request(HuntFixture.Repo repo, Event request, int commit) {
    PushCommand command =
        new PushCommand("refs/nostr/" + request.id(), Oid.ZERO, RepoWords.oid(commit));
    return new PushRequest(repo.of(ALICE), List.of(command), false, Payer.operator());
  }

  private PushVerdict offer(HuntFixture.Repo repo, Event request, int commit, Integer... objects) {
    PackDelivery delivery = git.bring(repo.identifier, RepoWords.oids(objects));
    return RepoWords.now(bench.host.pushes().perform(request(repo, request, commit), delivery));
  }

  // ---- pushes

  @Test
  void pushBeyondTheRepositorysQuotaIsRefusedAndLeavesNothing() {
    HuntFixture.Repo repo = open(250, MUCH);
    repo.hosted(ALICE);
    hold(repo.state(ALICE, 1, "main=2"));
    assertThat(repo.push(ALICE, "main=2", 2, 3)).isEqualTo("repository-quota");
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
    assertThat(git.published(repo.identifier)).containsExactly(RepoWords.oid(1));
    assertThat(used(repo, ALICE)).containsExactly(100L, 100L);
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
    assertThat(used(repo, ALICE)).containsExactly(200L, 200L);
    repo.assertSettled("pushed");
  }

  @Test
  void pushBeyondTheOwnersQuotaIsRefusedInAnyOfTheirRepositories() {
    HuntFixture.Repo first = open(MUCH, 250);
    HuntFixture.Repo second = bench.repo("second");
    first.hosted(ALICE);
    second.hosted(ALICE);
    hold(first.state(ALICE, 1, "main=2"), second.state(ALICE, 1, "main=2"));
    assertThat(first.push(ALICE, "main=2", 2)).isEqualTo("owner-quota");
    assertThat(second.push(ALICE, "main=2", 2)).isEqualTo("owner-quota");
    HuntFixture.Repo third = bench.repo("third");
    third.hosted(BOB);
    assertThat(used(third, BOB)).as("of somebody else").containsExactly(100L, 100L);
    assertThat(used(second, ALICE)).containsExactly(100L, 200L);
  }

  @Test
  void pushThatBringsNothingIsTakenWhenAllIsFull() {
    HuntFixture.Repo repo = open(100, MUCH);
    repo.hosted(ALICE);
    hold(repo.state(ALICE, 1, "main=2 dev=1"));
    assertThat(repo.push(ALICE, "dev=1")).isEqualTo("ok");
    assertThat(repo.refs(ALICE)).isEqualTo("dev=1 main=1");
  }

  @Test
  void whoeverPushesIsToldWhenLittleIsLeft() {
    HuntFixture.Repo repo = open(250, 1_000);
    repo.hosted(ALICE);
    hold(repo.state(ALICE, 1, "main=2"));
    PushRequest request =
        new PushRequest(repo.of(ALICE), RepoWords.commands("main=2"), false, Payer.operator());
    PackDelivery delivery = git.bring(repo.identifier, RepoWords.oid(2));
    assertThat(RepoWords.now(bench.host.pushes().perform(request, delivery)).remarks())
        .containsExactly(
            "this repository takes 200 bytes of 250 bytes (80 %); what is beyond will be refused");
  }

  @Test
  void pushIsToldBeforeItIsReadWhatItMayBring() {
    HuntFixture.Repo repo = open(1_000, 450);
    repo.hosted(ALICE);
    hold(repo.state(ALICE, 1, "main=2"));
    PushRequest request =
        new PushRequest(repo.of(ALICE), RepoWords.commands("main=2"), false, Payer.operator());
    assertThat(bench.host.pushes().judge(request).objects().bytes()).isEqualTo(350);
    assertThat(bench.host.pushes().room(repo.of(ALICE)).bytes()).isEqualTo(350);
    Event offered = repo.pullRequest(BOB, 3, ALICE);
    hold(offered);
    assertThat(bench.host.pushes().judge(request(repo, offered, 3)).objects().bytes())
        .isEqualTo(260);
  }

  @Test
  void pushThatFailsGivesItsRoomBack() {
    HuntFixture.Repo repo = open(200, MUCH);
    repo.hosted(ALICE);
    hold(repo.state(ALICE, 1, "main=2"));
    diskFull.set(true);
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("storage-full");
    assertThat(used(repo, ALICE)).containsExactly(100L, 100L);
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
  }

  @Test
  void countIsTheSameAfterAStart() {
    HuntFixture.Repo repo = open(200, MUCH);
    repo.hosted(ALICE);
    bench.close();
    repo = open(200, MUCH);
    assertThat(used(repo, ALICE)).containsExactly(100L, 100L);
    hold(repo.state(ALICE, 1, "main=2"));
    assertThat(repo.push(ALICE, "main=2", 2, 3)).isEqualTo("repository-quota");
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
  }

  // ---- pull requests

  @Test
  void pullRequestsLeaveAFifthToThoseWhoSign() {
    HuntFixture.Repo repo = open(500, MUCH);
    repo.hosted(ALICE);
    Event first = repo.pullRequest(BOB, 2, ALICE);
    Event second = repo.pullRequest(Signer.named("another"), 5, ALICE);
    hold(first, second, repo.state(ALICE, 1, "main=6"));
    assertThat(RepoWords.outcomes(offer(repo, first, 2, 2, 3, 4))).isEqualTo("ok");
    assertThat(RepoWords.outcomes(offer(repo, second, 5, 5))).isEqualTo("repository-quota");
    assertThat(repo.push(ALICE, "main=6", 6)).isEqualTo("ok");
    assertThat(used(repo, ALICE)).containsExactly(500L, 500L);
  }

  @Test
  void whatWasPushedBeforeItsEventCountsForTheRepositoryThatItWasPushedTo() {
    HuntFixture.Repo repo = open(1_000, MUCH);
    repo.hosted(ALICE);
    Event request = repo.pullRequest(BOB, 2, ALICE);
    assertThat(RepoWords.outcomes(offer(repo, request, 2, 2))).isEqualTo("awaits");
    assertThat(used(repo, ALICE)).containsExactly(100L, 100L);
    assertThat(bench.send(request)).isEmpty();
    assertThat(used(repo, ALICE)).containsExactly(200L, 200L);
    assertThat(used(repo, BOB)).containsExactly(0L, 0L);
    assertThat(stored(ALICE)).isEqualTo(200);
  }

  @Test
  void eventForWhosePushThereIsNoRoomIsRefusedAndThePushGoesOnWaiting() {
    HuntFixture.Repo repo = open(200, MUCH);
    repo.hosted(ALICE);
    Event request = repo.pullRequest(BOB, 2, ALICE);
    assertThat(RepoWords.outcomes(offer(repo, request, 2, 2))).isEqualTo("awaits");
    assertThat(bench.send(request))
        .startsWith("restricted: the repository has no room for it: 100 bytes of 160 bytes");
    assertThat(git.shelves()).isEqualTo(1);
    assertThat(git.published(repo.identifier)).containsExactly(RepoWords.oid(1));
    assertThat(used(repo, ALICE)).containsExactly(100L, 100L);
  }

  // ---- the hunt

  @Test
  void huntedDataBeyondTheQuotaIsNotLandedAndLeavesNothing() {
    HuntFixture.Repo repo = open(250, MUCH);
    repo.hosted(ALICE);
    hold(repo.state(ALICE, 1, "main=2"));
    assertThat(repo.land(2, 3)).isEqualTo("repository-quota");
    assertThat(git.published(repo.identifier)).containsExactly(RepoWords.oid(1));
    assertThat(repo.land(2)).isEqualTo("joined");
    assertThat(used(repo, ALICE)).containsExactly(200L, 200L);
  }

  @Test
  void huntMayBringWhatIsLeftToWhoeverWantsIt() {
    HuntFixture.Repo repo = open(1_000, 450);
    repo.hosted(ALICE);
    hold(repo.state(ALICE, 1, "main=2"), repo.pullRequest(BOB, 3, ALICE));
    Hunting hunting = bench.host.hunting();
    assertThat(hunting.room(repo.identifier, repo.oids(2)).bytes()).isEqualTo(350);
    assertThat(hunting.room(repo.identifier, repo.oids(2, 3)).bytes()).isEqualTo(350);
    assertThat(hunting.room(repo.identifier, repo.oids(3)).bytes()).isEqualTo(260);
  }

  // ---- at the same time

  @Test
  void ofTwoPushesToOneRepositoryThatDoNotBothFitOneLands() {
    HuntFixture.Repo unused = open(250, MUCH);
    assertThat(unused.wanted()).isEmpty();
    for (int seed = 0; seed < SEEDS; seed++) {
      HuntFixture.Repo repo = bench.repo("repo-" + seed);
      repo.hosted(ALICE);
      hold(repo.state(ALICE, 1, "main=2 dev=3"));
      List<String> answers =
          Together.run(
              new SplittableRandom(seed),
              bench.executor,
              () -> repo.push(ALICE, "main=2", 2),
              () -> repo.push(ALICE, "dev=3", 3));
      assertThat(answers).as("seed " + seed).containsExactlyInAnyOrder("ok", "repository-quota");
      assertThat(used(repo, ALICE).getFirst()).as("seed " + seed).isEqualTo(200);
    }
    assertThat(stored(ALICE)).isEqualTo(200L * SEEDS);
  }

  @Test
  void ofTwoPushesToTwoRepositoriesOfOneOwnerThatDoNotBothFitOneLands() {
    HuntFixture.Repo unused = open(MUCH, 350);
    assertThat(unused.wanted()).isEmpty();
    for (int seed = 0; seed < SEEDS; seed++) {
      Signer owner = Signer.named("owner " + seed);
      HuntFixture.Repo first = bench.repo("first-" + seed);
      HuntFixture.Repo second = bench.repo("second-" + seed);
      first.hosted(owner);
      second.hosted(owner);
      hold(first.state(owner, 1, "main=2"), second.state(owner, 1, "main=2"));
      List<String> answers =
          Together.run(
              new SplittableRandom(seed),
              bench.executor,
              () -> first.push(owner, "main=2", 2),
              () -> second.push(owner, "main=2", 2));
      assertThat(answers).as("seed " + seed).containsExactlyInAnyOrder("ok", "owner-quota");
      assertThat(used(first, owner).getLast()).as("seed " + seed).isEqualTo(300);
      assertThat(stored(owner)).as("seed " + seed).isEqualTo(300);
    }
  }
}
