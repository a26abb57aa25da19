package dev.graspd.server.family.held;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.MALLORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Removal;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.event.HoldLimits;
import dev.graspd.server.family.event.HoldLimits.Answer.Welcome;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.hosting.AllRows;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.server.hosting.RepoWords;
import dev.graspd.server.hosting.TestHosting;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pull requests for repositories elsewhere, on the real store. */
@Timeout(120)
class SubmissionTest {
  private static final Identifier REPO = new Identifier("repo");

  @TempDir Path directory;
  private final TestGit git = new TestGit.Sets(new SetOfObjects());
  private HuntFixture bench;

  @BeforeEach
  void open() {
    bench = new HuntFixture(directory, git);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void restart() {
    bench.close();
    open();
  }

  /** One by Bob for Alice's repository, which is not here; it can be fetched elsewhere, too. */
  private Event submission(int commit) {
    return submission(BOB, commit);
  }

  private Event submission(Signer signer, int commit) {
    return EventBuilder.kind(1618)
        .tag("a", "30617:" + ALICE.publicKey() + ":" + REPO)
        .tag("c", git.oid(commit).hex())
        .tag(
            "clone",
            "https://git.example.org/prs/" + Bech32.npub(signer.publicKey()) + "/repo.git",
            "https://mirror.example.com/repo.git")
        .unsignedBy(signer);
  }

  private String push(Signer signer, Event request, int commit) {
    PushCommand command =
        new PushCommand(RefName.ofNostrEvent(request.id()).text(), Oid.ZERO, git.oid(commit));
    RefSpace place = RefSpace.ofSubmissions(signer.publicKey(), REPO);
    PushRequest push =
        new PushRequest(
            place, List.of(command), false, Payer.of(InetAddress.ofLiteral("192.0.2.1")));
    return RepoWords.outcomes(
        RepoWords.now(bench.host.pushes().perform(push, git.bring(REPO, commit))));
  }

  private String refs(Signer signer) {
    return RepoWords.text(
        bench
            .host
            .repositories()
            .find(RefSpace.ofSubmissions(signer.publicKey(), REPO))
            .orElseThrow()
            .refs());
  }

  @Test
  void whatTheHuntBringsIsFetchedFromTheSignersPlace() {
    Event request = submission(4);
    assertThat(bench.send(request, HuntFixture.PEER)).startsWith(HELD);
    assertThat(bench.heard).contains("repo waits SYNCED");
    assertThat(bench.repo("repo").wanted()).containsExactly(git.oid(4));
    assertThat(bench.repo("repo").land(4)).isEqualTo("joined");
    assertThat(bench.isServed(request)).isTrue();
    assertThat(refs(BOB)).isEqualTo("PR=4 -");
    assertThat(bench.compared).as("nothing to compare").isEmpty();
    bench.repo("repo").assertSettled("hunted");
  }

  @Test
  void itOutlivesARestartAndIsShownByARepositoryThatComesLater() {
    Event request = submission(4);
    assertThat(bench.send(request)).startsWith(HELD);
    assertThat(push(BOB, request, 4)).isEqualTo("ok");
    restart();
    assertThat(refs(BOB)).isEqualTo("PR=4 -");
    assertThat(push(BOB, request, 4)).isEqualTo("unchanged");
    assertThat(push(BOB, request, 5)).isEqualTo("push-nostr-mismatch");
    assertThat(push(MALLORY, request, 4)).isEqualTo("push-nostr-unrelated");

    Event announcement = bench.repo("repo").announcement(ALICE, 0);
    assertThat(bench.send(announcement)).startsWith(HELD);
    assertThat(bench.repo("repo").refs(ALICE)).isEqualTo("PR=4");
    assertThat(bench.isServed(announcement)).as("promoted").isFalse();
    bench.repo("repo").assertSettled("announced later");
  }

  @Test
  void whatIsPushedForAnEventThatNeverComesIsGivenUp() {
    Event request = submission(4);
    assertThat(push(BOB, request, 4)).isEqualTo("awaits");
    restart();
    RefSpace place = RefSpace.ofSubmissions(BOB.publicKey(), REPO);
    assertThat(bench.host.repositories().find(place).orElseThrow().placeholders()).hasSize(1);
    bench.pass(Duration.ofMinutes(21));
    bench.await(() -> bench.host.repositories().find(place).orElseThrow().placeholders().isEmpty());
    bench.await(() -> bench.host.shelves().isEmpty());
    assertThat(bench.store.repositories().placeholders()).isEmpty();
    assertThat(AllRows.submissions(bench.store.repositories())).isEmpty();
  }

  @Test
  void itGoesWithItsAuthor() {
    Event request = submission(4);
    bench.send(request);
    push(BOB, request, 4);
    Event vanish =
        EventBuilder.kind(62)
            .at(request.createdAt() + 1)
            .tag("relay", "wss://git.example.org")
            .unsignedBy(BOB);
    bench.send(vanish);
    restart();
    bench.await(() -> AllRows.submissions(bench.store.repositories()).isEmpty());
    assertThat(refs(BOB)).isEqualTo("-");
  }

  @Test
  void itNeedsNoAnnouncementAlsoWhenManyOthersWait() {
    Event announcement = bench.repo("repo").announcement(ALICE, 0);
    Event request = submission(4);
    bench.send(announcement);
    bench.send(request);
    assertThat(push(BOB, request, 4)).isEqualTo("ok");
    bench.pass(Duration.ofMinutes(20));
    for (int commit = 100; commit < 164; commit++) {
      assertThat(bench.send(submission(Signer.named("key " + commit), commit))).startsWith(HELD);
    }
    assertThat(bench.send(submission(164))).contains("too many");
    bench.pass(Duration.ofMinutes(11));
    bench.await(() -> bench.host.lapsed().isLapsed(announcement.id()));
    // It passes the lane after all effects of the lapse.
    assertThat(bench.send(submission(165))).contains("too many");
    assertThat(bench.isServed(request)).isTrue();
    bench.repo("repo").assertSettled("lapsed");
    assertThat(refs(BOB)).isEqualTo("PR=4 -");
  }

  @Test
  void oneThatOnlyARepositoryTookGoesWhenThatLapses() {
    Event announcement = bench.repo("repo").announcement(ALICE, 0);
    Event request =
        EventBuilder.kind(1618)
            .tag("a", "30617:" + ALICE.publicKey() + ":" + REPO)
            .tag("c", git.oid(4).hex())
            .unsignedBy(BOB);
    bench.send(announcement);
    assertThat(bench.send(request)).startsWith(HELD);
    assertThat(push(BOB, request, 4)).isEqualTo("ok");
    assertThat(refs(BOB)).isEqualTo("PR=4 -");
    assertThat(bench.repo("repo").refs(ALICE)).isEqualTo("PR=4");
    bench.pass(Duration.ofMinutes(31));
    bench.await(() -> bench.host.lapsed().isLapsed(announcement.id()));
    bench.await(() -> AllRows.submissions(bench.store.repositories()).isEmpty());
    assertThat(bench.isServed(request)).isFalse();
    // For a moment a change is on disk and not yet in the log, which views follow.
    bench.await(() -> refs(BOB).equals("-"));
    assertThat(AllRows.refs(bench.store.repositories())).isEmpty();
    bench.repo("repo").assertSettled("lapsed");
  }

  @Test
  void oneWhoseEventIsGoneIsRemovedByTheNextStart() {
    Event request = submission(4);
    bench.send(request);
    push(BOB, request, 4);
    assertThat(AllRows.submissions(bench.store.repositories()))
        .extracting(Submission::event)
        .containsOnly(request.id());
    // Not in a lane, like an expiration.
    RepoWords.now(bench.store.write(tx -> tx.remove(request.id(), Removal.EXPIRED, 0)));
    restart();
    bench.await(() -> AllRows.submissions(bench.store.repositories()).isEmpty());
    bench.repo("repo").assertSettled("after a start");
  }

  @Test
  void theFirstOfAnIdentifierCountsLikeANewRepository() {
    HoldLimits newcomers =
        new HoldLimits(
            TestHosting.limits(100, 1 << 20, new NewRepositoryRates(1, 100), 100, 100, 100, 100),
            64,
            new HeldIndex(List.of()),
            HeldCharges.alone(),
            new UptimeClock(0, () -> 0, () -> Instant.EPOCH, 1));
    Family empty = Family.empty(REPO, Maintainers.Mode.RECIPROCAL);
    Family first = empty.with(offered(4));
    assertThat(answer(newcomers, 4, empty, first))
        .asInstanceOf(type(Welcome.class))
        .extracting(Welcome::remark)
        .isEqualTo("; new repositories in an hour: 1 of 1 of this key");
    assertThat(answer(newcomers, 5, first, first.with(offered(5))))
        .as("no new place")
        .asInstanceOf(type(Welcome.class))
        .extracting(Welcome::remark)
        .isEqualTo("");
    assertThat(answer(newcomers, 5, empty, empty.with(offered(5))))
        .isEqualTo(new HoldLimits.Answer.Refused(EventReason.TOO_MANY_REPOSITORIES));
  }

  private Offered offered(int commit) {
    PullRequest request = PullRequest.of(submission(commit)).orElseThrow();
    return new Offered(request, request.ownersNamed(REPO), Standing.WAITING, true);
  }

  private HoldLimits.Answer answer(HoldLimits newcomers, int commit, Family before, Family joined) {
    Origin client =
        new Origin.Client(
            Collections.emptySortedSet(), Payer.of(InetAddress.ofLiteral("192.0.2.1")));
    return newcomers.answer(submission(commit), client, before, joined);
  }
}
