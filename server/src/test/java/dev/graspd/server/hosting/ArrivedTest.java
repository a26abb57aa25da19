package dev.graspd.server.hosting;

import static dev.graspd.core.nostr.Bech32.npub;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.PackRecord;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.gate.Sweeper;
import dev.graspd.server.role.Mandate;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Objects that arrived for an event count for its signer alone, until they are served or given up.
 * Commits 1 to 5 have no parents; in a history each is the parent of the next.
 */
class ArrivedTest {
  private static final String HELD = HuntFixture.HELD;

  @TempDir Path temporary;
  private RealGit git;
  private HuntFixture bench;
  private HuntFixture.Repo repo;

  @BeforeEach
  void begin() throws IOException {
    git =
        new RealGit(
            temporary.resolve("git"),
            RealGit.Commits.make(temporary.resolve("scratch")),
            FailPoints.NONE);
    open(HostingPolicy.HISTORY_LOOKS);
  }

  private void open(int historyLooksMax) {
    bench =
        new HuntFixture(
            temporary.resolve("relay"),
            git,
            Maintainers.Mode.RECIPROCAL,
            FailPoints.NONE,
            Quota.UNLIMITED,
            historyLooksMax);
    repo = bench.repo("repo");
  }

  @AfterEach
  void end() {
    bench.close();
    git.close();
  }

  private ArrivedTip tip(Signer signer, int number) {
    return new ArrivedTip(repo.identifier, signer.publicKey(), git.oid(number));
  }

  /** Alice's repository waits for two commits, of which a hunt has brought the first. */
  private Event halfBrought() {
    assertThat(bench.send(repo.announcement(ALICE, 0))).isEqualTo(HELD);
    Event state = repo.state(ALICE, 0, "main=1 dev=2");
    assertThat(bench.send(state)).isEqualTo(HELD);
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(AllRows.arrived(bench.store.repositories())).containsExactly(tip(ALICE, 1));
    assertThat(repo.wanted()).isEqualTo(repo.oids(2));
    return state;
  }

  @Test
  void whatAHuntBroughtCountsUntilTheRestComes() {
    Event state = halfBrought();
    bench.close();
    open(HostingPolicy.HISTORY_LOOKS);

    assertThat(repo.land(2)).isEqualTo("joined");
    assertThat(bench.isServed(state)).isTrue();
    assertThat(repo.refs(ALICE)).isEqualTo("dev=2 main=1");
    assertThat(AllRows.arrived(bench.store.repositories())).isEmpty();
    repo.assertSettled("all");
  }

  @Test
  void whatWasBroughtForOneIsNotThereForAnother() {
    halfBrought();
    assertThat(bench.send(repo.announcement(BOB, 0))).isEqualTo(HELD);
    Event named = repo.state(BOB, 1, "main=1");
    assertThat(bench.send(named)).isEqualTo(HELD);

    assertThat(bench.isServed(named)).isFalse();
    assertThat(repo.refs(BOB)).isEqualTo("-");
    assertThat(repo.wanted()).isEqualTo(repo.oids(1, 2));
    assertThat(repo.push(BOB, "main=1")).as("a push of nothing").isEqualTo("push-objects-missing");
    assertThat(repo.land(1)).as("it is fetched again").isEqualTo("joined");
    assertThat(bench.isServed(named)).isTrue();
    repo.assertSettled("both");
  }

  @Test
  void whatALapsedStateHadIsKeptUntilItIsForgotten() {
    Event state = halfBrought();
    bench.awaitLapse(state);
    assertThat(AllRows.arrived(bench.store.repositories())).containsExactly(tip(ALICE, 1));

    assertThat(bench.send(state)).as("sent again").isEqualTo(HELD);
    assertThat(repo.wanted()).isEqualTo(repo.oids(2));
    bench.awaitLapse(state);
    bench.pass(Duration.ofDays(8));
    bench.await(() -> AllRows.arrived(bench.store.repositories()).isEmpty());
  }

  /** Alice's repository waits for two commits, one of which is here; both events expire. */
  private Event halfBroughtUntil(long expiration) {
    Event announcement =
        EventBuilder.kind(30617)
            .tag("d", "repo")
            .tag("clone", "https://git.example.org/" + npub(ALICE.publicKey()) + "/repo.git")
            .tag("relays", "wss://git.example.org")
            .expiringAt(expiration)
            .unsignedBy(ALICE);
    assertThat(bench.send(announcement)).isEqualTo(HELD);
    Event state =
        EventBuilder.kind(30618)
            .tag("d", "repo")
            .tag("refs/heads/main", git.oid(1).hex())
            .tag("refs/heads/dev", git.oid(2).hex())
            .expiringAt(expiration)
            .unsignedBy(ALICE);
    assertThat(bench.send(state)).isEqualTo(HELD);
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(AllRows.arrived(bench.store.repositories())).containsExactly(tip(ALICE, 1));
    return state;
  }

  private void sweepAt(long seconds, LongConsumer swept) {
    new Sweeper(bench.store, () -> Instant.ofEpochSecond(seconds), swept, Mandate.NONE)
        .sweep()
        .toCompletableFuture()
        .join();
  }

  @Test
  void expiryOfTheStateGivesUpWhatCameForIt() {
    long expiration = EventBuilder.DEFAULT_CREATED_AT + 5_000;
    Event state = halfBroughtUntil(expiration);
    sweepAt(expiration, bench.host::swept);

    assertThat(bench.store.known(state.id())).isEqualTo(Known.UNKNOWN);
    bench.await(() -> AllRows.arrived(bench.store.repositories()).isEmpty());
    assertThat(bench.host.status().stats().held().getOrDefault("state", 0L)).isZero();
    assertThat(bench.send(repo.announcement(ALICE, 1))).isEqualTo(HELD);
    assertThat(bench.send(repo.state(ALICE, 1, "main=1"))).as("named again").isEqualTo(HELD);
  }

  @Test
  void whatAnExpiredStateLeftIsGivenUpByTheNextStart() {
    long expiration = EventBuilder.DEFAULT_CREATED_AT + 5_000;
    halfBroughtUntil(expiration);
    sweepAt(expiration, _ -> {});
    assertThat(AllRows.arrived(bench.store.repositories()))
        .as("as if the process had ended here")
        .hasSize(1);
    bench.close();
    open(HostingPolicy.HISTORY_LOOKS);

    bench.await(() -> AllRows.arrived(bench.store.repositories()).isEmpty());
  }

  @Test
  void deletionOfTheStateGivesUpWhatCameForIt() {
    Event state = halfBrought();
    bench.send(EventBuilder.deletionOf(state).unsignedBy(ALICE));
    assertThat(AllRows.arrived(bench.store.repositories())).isEmpty();

    assertThat(bench.send(repo.state(ALICE, 1, "main=1"))).as("named again").isEqualTo(HELD);
    assertThat(repo.refs(ALICE)).isEqualTo("-");
  }

  @Test
  void newerStateThatNamesItKeepsIt() {
    halfBrought();
    Event newer = repo.state(ALICE, 1, "main=1");
    assertThat(bench.send(newer)).isEmpty();

    assertThat(bench.isServed(newer)).isTrue();
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
    assertThat(AllRows.arrived(bench.store.repositories())).isEmpty();
  }

  @Test
  void commitOfAPullRequestIsShownOnlyWhenItWasBrought() {
    repo.hosted(ALICE);
    assertThat(bench.send(repo.state(ALICE, 1, "main=2"))).isEqualTo(HELD);
    assertThat(repo.land(2)).isEqualTo("joined");
    Event request = repo.pullRequest(BOB, 1, ALICE);

    assertThat(bench.send(request)).startsWith(HELD);
    assertThat(repo.refs(ALICE)).isEqualTo("main=2");
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(repo.refs(ALICE)).isEqualTo("main=2 PR=1");
  }

  @Test
  void restoredRepositoryHasItsRefs() {
    Event announcement = repo.announcement(ALICE, 0);
    repo.hosted(ALICE);
    bench.send(
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 5)
            .tag("a", repo.of(ALICE).toString())
            .unsignedBy(ALICE));
    assertThat(bench.isServed(announcement)).isFalse();
    assertThat(bench.send(repo.announcement(BOB, 6))).isEqualTo(HELD);
    assertThat(bench.send(repo.state(BOB, 6, "main=1"))).as("a stranger").isEqualTo(HELD);

    assertThat(bench.send(repo.announcement(ALICE, 7))).isEmpty();
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
    assertThat(repo.refs(BOB)).as("it is served again").isEqualTo("main=1");
  }

  @Test
  void whatArrivedIsNotPruned() throws IOException {
    halfBrought();
    List<PackRecord> packs = AllRows.packs(bench.store.repositories());
    assertThat(packs).hasSize(1);
    RepoWords.now(bench.host.packs().repacking().prune(repo.identifier));
    assertThat(git.objects().of(repo.identifier).kindOf(git.oid(1))).isPresent();
    assertThat(repo.land(2)).isEqualTo("joined");
    assertThat(repo.refs(ALICE)).isEqualTo("dev=2 main=1");
  }

  @Test
  void otherServersAreToldOnlyWhatIsServedAndWhatTheOnlyOneWhoWaitsHas() {
    halfBrought();
    PackBase alone = bench.host.hunting().haves(repo.identifier);
    assertThat(alone.tips()).isEqualTo(repo.oids(1));
    assertThat(alone.onlyFor()).isEqualTo(Optional.of(ALICE.publicKey()));

    bench.send(repo.announcement(BOB, 0));
    bench.send(repo.state(BOB, 1, "main=1"));
    PackBase both = bench.host.hunting().haves(repo.identifier);
    assertThat(both.tips()).isEmpty();
    assertThat(both.onlyFor()).isEmpty();
  }

  /** Bob's fork names the first commit of a history that is too long for one decision. */
  @Test
  void whatIsFarInHistoryIsServedAfterASecondLook() throws IOException {
    end();
    git =
        new RealGit(
            temporary.resolve("long"),
            RealGit.Commits.history(temporary.resolve("history"), 40),
            FailPoints.NONE);
    bench =
        new HuntFixture(
            temporary.resolve("other"),
            git,
            Maintainers.Mode.RECIPROCAL,
            FailPoints.NONE,
            Quota.UNLIMITED,
            10);
    repo = bench.repo("repo");
    bench.send(repo.announcement(ALICE, 0));
    bench.send(repo.state(ALICE, 0, "main=40"));
    assertThat(repo.land(1, 40)).isEqualTo("joined");
    assertThat(repo.refs(ALICE)).isEqualTo("main=40");

    bench.send(repo.announcement(BOB, 0));
    Event near = repo.state(BOB, 1, "main=38");
    assertThat(bench.send(near)).as("near").isEmpty();
    Event far = repo.state(BOB, 2, "main=1");
    assertThat(bench.send(far)).as("far").isEqualTo(HELD);
    bench.await(() -> bench.isServed(far));
    // The store has it a moment before the views.
    bench.await(() -> repo.refs(BOB).equals("main=1"));
    repo.assertSettled("the far one");
  }
}
