package dev.graspd.server.family.hunt;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.MALLORY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.Removal;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.hosting.AllRows;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.server.hosting.RepoWords;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deliveries of the hunt: real packs, the real store. */
@Timeout(300)
class HuntLandingTest {
  @TempDir static Path shared;
  private static RealGit.Commits commits;

  @TempDir Path temporary;
  private RealGit git;
  private HuntFixture bench;
  private HuntFixture.Repo repo;

  @BeforeAll
  static void makeCommits() throws IOException {
    commits = RealGit.Commits.make(shared.resolve("scratch"));
  }

  /** Runs once between the decision on a landing and its transaction. */
  private final AtomicReference<Runnable> amid = new AtomicReference<>(() -> {});

  @BeforeEach
  void open() {
    git = new RealGit(temporary.resolve("git"), commits, FailPoints.NONE);
    bench =
        new HuntFixture(
            temporary.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, this::reached);
    repo = bench.repo("repo");
  }

  @AfterEach
  void close() {
    bench.close();
    git.close();
  }

  private void reached(String place) {
    if (place.equals(FailPoints.PUSH_BEFORE_WRITE)) {
      amid.getAndSet(() -> {}).run();
    }
  }

  /** Removes an event as expiration does: not in the lane. */
  private void remove(Event event) {
    RepoWords.now(bench.store.write(tx -> tx.remove(event.id(), Removal.EXPIRED, 0)));
  }

  private void held(Event event) {
    assertThat(bench.send(event, HuntFixture.PEER)).startsWith(HELD);
  }

  private Standing standing(Event announcement) {
    return bench
        .host
        .status()
        .family(repo.identifier)
        .announcementOf(announcement.author())
        .orElseThrow()
        .standing();
  }

  @Test
  void huntedDataIsServedLikePushedData() {
    Event announcement = repo.announcement(ALICE, 0);
    Event state = repo.state(ALICE, 0, "main=1 dev=2");
    held(announcement);
    held(state);
    assertThat(repo.wanted()).isEqualTo(repo.oids(1, 2));

    assertThat(repo.landed(1, 2))
        .isEqualTo(
            new LandingOutcome.Joined(
                new TreeSet<>(List.of(announcement.id(), state.id())), new TreeSet<>()));
    assertThat(repo.refs(ALICE)).isEqualTo("dev=2 main=1");
    assertThat(bench.isServed(announcement)).isTrue();
    assertThat(bench.isServed(state)).isTrue();
    assertThat(AllRows.packs(bench.store.repositories()))
        .extracting(pack -> pack.shares().firstKey())
        .containsExactly(ALICE.publicKey());
    assertThat(git.files()).noneMatch(file -> file.startsWith("quarantine"));
    assertThat(repo.wanted()).isEmpty();
    repo.assertSettled("landed");
  }

  @Test
  void partOfAStateStaysAndTheRestIsStillWanted() {
    repo.hosted(ALICE);
    Event state = repo.state(ALICE, 1, "main=2 dev=3");
    Event request = repo.pullRequest(BOB, 4, ALICE);
    held(state);
    held(request);
    assertThat(repo.landed(2, 4))
        .isEqualTo(new LandingOutcome.Joined(new TreeSet<>(List.of(request.id())), repo.oids(3)));
    assertThat(repo.wanted()).isEqualTo(repo.oids(3));
    assertThat(bench.isServed(state)).isFalse();
    // A hunt applies complete states only.
    assertThat(repo.refs(ALICE)).isEqualTo("main=1 PR=4");

    assertThat(repo.land(3)).isEqualTo("joined");
    assertThat(bench.isServed(state)).isTrue();
    assertThat(repo.refs(ALICE)).isEqualTo("dev=3 main=2 PR=4");
    repo.assertSettled("both parts");
  }

  @Test
  void stateOfACoMaintainerFillsEveryRepositoryThatObeysIt() {
    Event alices = repo.announcement(ALICE, 0, BOB);
    Event bobs = repo.announcement(BOB, 0, ALICE);
    held(alices);
    held(bobs);
    held(repo.state(ALICE, 0, "main=1"));
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(bench.isServed(alices)).isTrue();
    assertThat(bench.isServed(bobs)).isTrue();
    assertThat(repo.refs(BOB)).isEqualTo("main=1");
  }

  @Test
  void dataOfAnotherOwnerEndsNoWait() {
    Event bobs = repo.announcement(BOB, 0);
    held(repo.announcement(ALICE, 0));
    held(bobs);
    held(repo.state(ALICE, 0, "main=1"));
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
    assertThat(standing(bobs)).isEqualTo(Standing.WAITING);
    assertThat(repo.refs(BOB)).isEqualTo("-");
  }

  /** G02-3. */
  @Test
  void stateIsAppliedOnlyWhereItsAuthorMaySpeak() {
    repo.hosted(ALICE);
    Event mallorys = repo.state(MALLORY, 9, "main=2");
    held(repo.announcement(MALLORY, 9, ALICE));
    held(mallorys);
    assertThat(repo.land(2)).isEqualTo("joined");
    assertThat(repo.refs(MALLORY)).isEqualTo("main=2");
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
    repo.assertSettled("both owners");
  }

  /** G02-3. */
  @Test
  void stateOfWhoIsNoMaintainerAnyMoreIsNeitherSoughtNorApplied() {
    repo.hosted(ALICE, BOB);
    assertThat(bench.send(repo.elsewhere(BOB, ALICE))).isEmpty();
    Event bobs = repo.state(BOB, 5, "main=2");
    held(bobs);
    assertThat(repo.wanted()).isEqualTo(repo.oids(2));
    bench.send(repo.announcement(ALICE, 6));
    assertThat(repo.wanted()).isEmpty();
    assertThat(repo.land(2)).isEqualTo("not wanted");
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
  }

  @Test
  void listedKeysStateIsSoughtAndAppliedInListedMode() {
    Path other = temporary.resolve("listed");
    try (RealGit listedGit = new RealGit(other.resolve("git"), commits, FailPoints.NONE);
        HuntFixture listed =
            new HuntFixture(
                other.resolve("relay"), listedGit, Maintainers.Mode.LISTED, FailPoints.NONE)) {
      HuntFixture.Repo hers = listed.repo("repo");
      listed.send(hers.announcement(ALICE, 0, BOB));
      listed.send(hers.state(BOB, 0, "main=1"));
      assertThat(hers.wanted()).isEqualTo(hers.oids(1));
      assertThat(hers.land(1)).isEqualTo("joined");
      assertThat(hers.refs(ALICE)).isEqualTo("main=1");
    }
  }

  @Test
  void pullRequestIsReleasedAndPromotesNoAnnouncement() {
    Event announcement = repo.announcement(ALICE, 0);
    Event request = repo.pullRequest(BOB, 4, ALICE);
    held(announcement);
    held(request);
    assertThat(repo.wanted()).isEqualTo(repo.oids(4));
    assertThat(repo.land(4)).isEqualTo("joined");
    assertThat(bench.isServed(request)).isTrue();
    assertThat(repo.refs(ALICE)).isEqualTo("PR=4");
    assertThat(standing(announcement)).isEqualTo(Standing.WAITING);
  }

  @Test
  void whatNobodyWantsLeavesNoByte() {
    held(repo.announcement(ALICE, 0));
    held(repo.state(ALICE, 0, "main=1"));
    assertThat(repo.land(3)).isEqualTo("not wanted");
    assertThat(git.files()).isEmpty();
    assertThat(AllRows.packs(bench.store.repositories())).isEmpty();
  }

  @Test
  void whatHasLapsedMeanwhileWantsNothing() {
    held(repo.announcement(ALICE, 0));
    Event state = repo.state(ALICE, 0, "main=1");
    held(state);
    PackDelivery late = git.bring(repo.identifier, 1);
    bench.awaitLapse(state);
    assertThat(RepoWords.now(bench.host.hunting().land(late)))
        .isEqualTo(new LandingOutcome.NotWanted());
    assertThat(git.files()).isEmpty();
  }

  @Test
  void whatWasDeletedMeanwhileWantsNothing() {
    repo.hosted(ALICE);
    Event state = repo.state(ALICE, 1, "main=2");
    held(state);
    List<String> before = git.files();
    PackDelivery late = git.bring(repo.identifier, 2);
    assertThat(bench.send(EventBuilder.deletionOf(state).unsignedBy(ALICE))).isEmpty();
    assertThat(RepoWords.now(bench.host.hunting().land(late)))
        .isEqualTo(new LandingOutcome.NotWanted());
    assertThat(git.files()).isEqualTo(before);
  }

  @Test
  void landingIsDecidedAgainWhenTheStoreHasMovedOn() {
    held(repo.announcement(ALICE, 0));
    Event state = repo.state(ALICE, 0, "main=1");
    Event request = repo.pullRequest(BOB, 4, ALICE);
    held(state);
    held(request);
    amid.set(() -> remove(request));
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(bench.isServed(state)).isTrue();
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
    assertThat(repo.wanted()).isEmpty();
  }

  @Test
  void whatIsPublishedAlreadyIsTakenBackWhenNobodyWantsItAnyMore() {
    held(repo.announcement(ALICE, 0));
    Event state = repo.state(ALICE, 0, "main=1");
    held(state);
    amid.set(() -> remove(state));
    assertThat(repo.land(1)).isEqualTo("not wanted");
    assertThat(git.files()).isEmpty();
    assertThat(AllRows.packs(bench.store.repositories())).isEmpty();
    assertThat(repo.refs(ALICE)).isEqualTo("-");
  }

  @Test
  void fullDiskIsSaidAndLeavesNoByte() {
    held(repo.announcement(ALICE, 0));
    held(repo.state(ALICE, 0, "main=1"));
    bench.freeBytes.set(0);
    assertThat(repo.land(1)).isEqualTo(ServerReason.STORAGE_FULL.slug());
    assertThat(git.files()).isEmpty();
    bench.freeBytes.set(Long.MAX_VALUE);
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
  }

  @Test
  void havesAreWhatIsHereAndNothingElse() {
    repo.hosted(ALICE);
    held(repo.state(ALICE, 1, "main=2 dev=3"));
    assertThat(repo.land(2)).isEqualTo("joined");
    assertThat(bench.host.hunting().haves(repo.identifier).tips()).isEqualTo(repo.oids(1, 2));
  }
}
