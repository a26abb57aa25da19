package dev.graspd.server.family.hunt;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.server.hosting.RepoWords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Remembered events that are held again (purgatory.md, section 3). */
@Timeout(300)
class HuntReviveTest {
  @TempDir Path temporary;
  private HuntFixture bench;
  private HuntFixture.Repo repo;

  @BeforeEach
  void open() {
    bench = new HuntFixture(temporary, new TestGit.Sets(new SetOfObjects()));
    repo = bench.repo("repo");
    repo.hosted(ALICE, BOB);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private SortedSet<EventId> revive(Integer... advertised) {
    return RepoWords.now(bench.host.hunting().revive(repo.identifier, repo.oids(advertised)));
  }

  private Event lapsed(Event event) {
    bench.heard.clear();
    assertThat(bench.send(event)).startsWith(HELD);
    bench.awaitLapse(event);
    bench.await(() -> bench.heard.contains("repo settled"));
    return event;
  }

  private Wait waitOf(Event event) {
    return bench.store.repositories().waiting().stream()
        .filter(waiting -> waiting.id().equals(event.id()))
        .map(Waiting::until)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void lapsedStateIsHeldAgainForItsFullTime() {
    Event state = lapsed(repo.state(ALICE, 1, "main=2"));
    assertThat(repo.wanted()).isEmpty();
    bench.heard.clear();
    assertThat(revive(2, 9)).containsExactly(state.id());
    assertThat(repo.wanted()).isEqualTo(repo.oids(2));
    assertThat(bench.heard).containsExactly("repo waits SYNCED");
    Wait until = waitOf(state);
    assertThat(until.lapsed()).isFalse();
    assertThat(until.deadlineNanos())
        .isEqualTo(TimeUnit.MINUTES.toNanos(31) + Duration.ofMinutes(30).toNanos());
    assertThat(repo.land(2)).isEqualTo("joined");
    assertThat(repo.refs(ALICE)).isEqualTo("main=2");
  }

  @Test
  void lapsedPullRequestIsHeldAgain() {
    Event request = lapsed(repo.pullRequest(BOB, 4, ALICE));
    assertThat(revive(4)).containsExactly(request.id());
    assertThat(repo.land(4)).isEqualTo("joined");
    assertThat(repo.refs(ALICE)).isEqualTo("main=1 PR=4");
  }

  @Test
  void nothingIsHeldAgainForIdsThatNothingWaitsFor() {
    lapsed(repo.state(ALICE, 1, "main=2"));
    bench.heard.clear();
    assertThat(revive(1, 3)).isEmpty();
    assertThat(bench.heard).isEmpty();
  }

  @Test
  void stateThatWouldBeRefusedTodayStaysAway() {
    assertThat(bench.send(repo.elsewhere(BOB, ALICE))).isEmpty();
    Event bobs = lapsed(repo.state(BOB, 1, "main=2"));
    assertThat(bench.send(repo.announcement(ALICE, 2))).isEmpty();
    assertThat(revive(2)).isEmpty();
    assertThat(bench.host.lapsed().isLapsed(bobs.id())).isTrue();
  }

  @Test
  void announcementThatTheStateRestsOnIsRevivedWithIt() {
    HuntFixture.Repo other = bench.repo("other");
    Event announcement = other.announcement(BOB, 0);
    Event state = other.state(BOB, 0, "main=2");
    assertThat(bench.send(announcement)).isEqualTo(HELD);
    assertThat(bench.send(state)).isEqualTo(HELD);
    bench.awaitLapse(state);
    bench.await(() -> bench.host.lapsed().isLapsed(announcement.id()));
    assertThat(bench.host.hunting().missingData(other.identifier).places().keySet())
        .as("what it is compared with")
        .singleElement()
        .satisfies(url -> assertThat(url.domain().text()).isEqualTo("mirror.example.com"));
    assertThat(RepoWords.now(bench.host.hunting().revive(other.identifier, other.oids(2))))
        .containsExactly(state.id());
    assertThat(waitOf(announcement).lapsed()).isFalse();
    assertThat(other.land(2)).isEqualTo("joined");
    assertThat(bench.isServed(announcement)).isTrue();
  }

  @Test
  void dailySyncMayReviveWhatAnAdvertisementHasRevived() {
    Event state = lapsed(repo.state(ALICE, 1, "main=2"));
    assertThat(revive(2)).containsExactly(state.id());
    bench.awaitLapse(state);
    bench.host.lapsed().seenByDailySync(state.id());
    bench.await(() -> !bench.host.lapsed().isLapsed(state.id()));
    bench.awaitLapse(state);
    // The day is not over for daily syncs; an advertisement has no such limit.
    assertThat(revive(2)).containsExactly(state.id());
  }
}
