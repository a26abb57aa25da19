package dev.graspd.server.family;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.nostr.Event;
import dev.graspd.server.family.hunt.HuntLanding;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.testkit.EventBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Notices to the hunt, and its questions at the start. */
@Timeout(300)
class HuntNotifierTest {
  @TempDir Path temporary;
  private final TestGit git = new TestGit.Sets(new SetOfObjects());
  private HuntFixture bench;
  private HuntFixture.Repo repo;

  @BeforeEach
  void open() {
    bench = new HuntFixture(temporary, git);
    repo = bench.repo("repo");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void assertHeard(String... expected) {
    assertThat(bench.heard)
        .containsExactlyElementsOf(Arrays.stream(expected).map(one -> "repo " + one).toList());
    bench.heard.clear();
  }

  @Test
  void announcementAloneIsNothingToHuntFor() {
    bench.send(repo.announcement(ALICE, 0));
    assertHeard();
  }

  @Test
  void heldEventsAreToldWithWhoBroughtThem() {
    bench.send(repo.announcement(ALICE, 0));
    bench.send(repo.state(ALICE, 0, "main=1"), HuntFixture.CLIENT);
    assertHeard("waits CLIENT");
    bench.send(repo.state(ALICE, 1, "main=2"), HuntFixture.PEER);
    assertHeard("waits SYNCED");
    bench.send(repo.pullRequest(BOB, 4, ALICE), HuntFixture.PEER);
    assertHeard("waits SYNCED");
  }

  @Test
  void releaseIsToldOnceNothingWaits() {
    bench.send(repo.announcement(ALICE, 0));
    bench.send(repo.state(ALICE, 0, "main=1"));
    bench.send(repo.pullRequest(BOB, 4, ALICE));
    bench.heard.clear();
    assertThat(repo.land(1)).isEqualTo("joined");
    assertHeard("hosted");
    assertThat(repo.land(4)).isEqualTo("joined");
    assertHeard("settled");
  }

  @Test
  void stateThatIsServedAtOnceIsNothingToHuntFor() {
    repo.hosted(ALICE);
    bench.heard.clear();
    assertThat(bench.send(repo.state(ALICE, 1, "main=1 dev=1"))).isEmpty();
    assertHeard();
  }

  @Test
  void pushOfPartOfAStateIsAFreshStart() {
    repo.hosted(ALICE);
    bench.send(repo.state(ALICE, 1, "main=2 dev=3"));
    bench.heard.clear();
    bench.pass(Duration.ofSeconds(1));
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
    assertHeard("waits CLIENT");
    assertThat(repo.push(ALICE, "dev=3", 3)).isEqualTo("ok");
    assertHeard("settled");
  }

  @Test
  void lapseAndDeletionAreTold() {
    repo.hosted(ALICE);
    Event first = repo.state(ALICE, 1, "main=2");
    bench.send(first);
    bench.heard.clear();
    bench.awaitLapse(first);
    bench.await(() -> !bench.heard.isEmpty());
    assertHeard("settled");
    Event second = repo.state(ALICE, 2, "main=3");
    bench.send(second);
    bench.heard.clear();
    bench.send(EventBuilder.deletionOf(second).unsignedBy(ALICE));
    assertHeard("settled");
  }

  @Test
  void endOfHostingIsTold() {
    repo.hosted(ALICE);
    bench.heard.clear();
    bench.send(
        EventBuilder.kind(5).tag("a", repo.of(ALICE).toString()).at(end()).unsignedBy(ALICE));
    assertHeard("dropped");
  }

  @Test
  void familyIsHostedWhileAnyOfItsRepositoriesIs() {
    repo.hosted(ALICE);
    bench.send(repo.announcement(BOB, 0));
    bench.send(repo.state(BOB, 0, "main=2"));
    bench.heard.clear();
    assertThat(repo.land(2)).isEqualTo("joined");
    assertHeard("settled");
    bench.send(
        EventBuilder.kind(5).tag("a", repo.of(ALICE).toString()).at(end()).unsignedBy(ALICE));
    assertHeard();
  }

  @Test
  void whatAVanishedKeyTookAlongIsTold() {
    repo.hosted(ALICE);
    bench.send(repo.state(ALICE, 1, "main=2"));
    bench.heard.clear();
    bench.send(EventBuilder.kind(62).at(end()).tag("relay", "ALL_RELAYS").unsignedBy(ALICE));
    assertHeard("settled", "dropped");
  }

  private static long end() {
    return EventBuilder.DEFAULT_CREATED_AT + 500;
  }

  @Test
  void restartFindsWhatWaitsAndWhatIsHosted() throws InterruptedException {
    repo.hosted(ALICE);
    HuntFixture.Repo other = bench.repo("other");
    bench.send(other.announcement(ALICE, 0));
    HuntFixture.Repo third = bench.repo("third");
    assertThat(bench.send(third.announcement(ALICE, 0))).isEqualTo(HELD);
    assertThat(bench.send(third.state(ALICE, 0, "main=3"))).isEqualTo(HELD);
    bench.close();
    bench = new HuntFixture(temporary, git);
    assertThat(bench.host.hunting().waiting()).containsExactly(third.identifier);
    assertThat(bench.compared).as("nobody waits for that").isEmpty();
    bench.host.hunting().findHosted();
    assertHeard("hosted");
    assertThat(bench.compared).containsExactly(repo.identifier);
    bench.host.hunting().findHosted();
    assertHeard();
    // Waits that began before the restart are reported, too.
    HuntFixture.Repo again = bench.repo("third");
    assertThat(again.land(3)).isEqualTo("joined");
    assertThat(bench.heard).containsExactly("third settled", "third hosted");
  }

  @Test
  void familyIsComparedWhileOnlyItsLapsedEventsAreRemembered() throws InterruptedException {
    bench.send(repo.announcement(ALICE, 0));
    Event state = repo.state(ALICE, 0, "main=1");
    bench.send(state);
    bench.heard.clear();
    bench.awaitLapse(state);
    bench.await(() -> bench.heard.size() > 1);
    assertHeard("settled", "hosted");
    bench.close();
    bench = new HuntFixture(temporary, git);
    repo = bench.repo("repo");
    bench.host.hunting().findHosted();
    assertHeard("hosted");
    bench.pass(Duration.ofDays(8));
    bench.await(() -> !bench.heard.isEmpty());
    assertHeard("dropped");
  }

  @Test
  void whatAnotherRelayBroughtIsSyncedWhenItIsReleased() {
    bench.send(repo.announcement(ALICE, 0), HuntFixture.CLIENT);
    bench.send(repo.state(ALICE, 0, "main=1"), HuntFixture.PEER);
    bench.send(repo.pullRequest(BOB, 4, ALICE), HuntFixture.PEER);
    assertThat(bench.synced).as("while it waits").isEmpty();
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(bench.synced).containsExactlyInAnyOrder(false, true);
    bench.close();
    bench = new HuntFixture(temporary, git);
    repo = bench.repo("repo");
    assertThat(repo.land(4)).isEqualTo("joined");
    assertThat(bench.synced).as("after a restart").containsExactly(true);
  }

  @Test
  void hostedFamilyIsComparedWithItsMirrors() {
    repo.hosted(ALICE);
    MissingData missing = bench.host.hunting().missingData(repo.identifier);
    assertThat(missing.hosted()).isTrue();
    assertThat(missing.isMissingNothing()).isTrue();
    assertThat(missing.places().keySet())
        .singleElement()
        .satisfies(url -> assertThat(url.domain().text()).isEqualTo("mirror.example.com"));
  }

  @Test
  void havesAreBounded() {
    List<Integer> many = IntStream.rangeClosed(1, HuntLanding.HAVES_MAX + 10).boxed().toList();
    bench.send(repo.announcement(ALICE, 0));
    String refs = many.stream().map(n -> "b" + n + "=" + n).collect(Collectors.joining(" "));
    assertThat(bench.send(repo.state(ALICE, 0, refs))).isEqualTo(HELD);
    assertThat(repo.land(many.toArray(Integer[]::new))).isEqualTo("joined");
    assertThat(bench.host.hunting().haves(repo.identifier).tips()).hasSize(HuntLanding.HAVES_MAX);
  }
}
