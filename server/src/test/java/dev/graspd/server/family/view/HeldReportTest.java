package dev.graspd.server.family.view;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.family.held.HeldEvent.Missing;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The report of held events (purgatory.md, section 5). */
@Timeout(120)
class HeldReportTest {
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private static final Duration LIFE = Duration.ofMinutes(30);

  @TempDir Path temporary;
  private final SetOfObjects objects = new SetOfObjects();
  private HuntFixture bench;
  private HuntFixture.Repo repo;

  @BeforeEach
  void open() {
    bench = new HuntFixture(temporary, new TestGit.Sets(objects));
    repo = bench.repo("repo");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private List<HeldEvent> held(Signer owner) {
    return bench.host.status().held(repo.of(owner));
  }

  private Missing missing(Integer... numbers) {
    List<String> ids = repo.oids(numbers).stream().map(Object::toString).toList();
    return new Missing(ids, ids.size(), true);
  }

  @Test
  void eachHeldEventSaysWhatItLacksAndWhenItsTimeIsOver() {
    repo.hosted(ALICE, BOB);
    Event state = repo.state(ALICE, 1, "main=1 dev=2 next=3");
    Event request = repo.pullRequest(CAROL, 4, ALICE);
    bench.send(state);
    bench.send(request);

    assertThat(held(ALICE))
        .containsExactly(
            new HeldEvent(
                state.id(), 30618, ALICE.publicKey(), false, missing(2, 3), NOW.plus(LIFE)),
            new HeldEvent(
                request.id(), 1618, CAROL.publicKey(), false, missing(4), NOW.plus(LIFE)));
  }

  @Test
  void anAnnouncementWaitsForNoObjectInParticular() {
    Event announcement = repo.announcement(ALICE, 0);
    bench.send(announcement);

    assertThat(held(ALICE))
        .containsExactly(
            new HeldEvent(
                announcement.id(),
                30617,
                ALICE.publicKey(),
                false,
                Missing.NOTHING,
                NOW.plus(LIFE)));
  }

  @Test
  void whatStrangersHoldUnderTheSameNameIsNotShown() {
    repo.hosted(ALICE);
    bench.send(repo.announcement(BOB, 1));
    bench.send(repo.state(BOB, 1, "main=7"));

    assertThat(held(ALICE)).isEmpty();
    assertThat(held(BOB)).extracting(HeldEvent::kind).containsExactly(30617, 30618);
  }

  @Test
  void whatWaitedInVainIsShownWithItsTimeAndWhatItLackedAlsoAfterARestart() {
    repo.hosted(ALICE);
    Event state = repo.state(ALICE, 1, "main=2");
    bench.send(state);
    bench.awaitLapse(state);
    HeldEvent expected = new HeldEvent(state.id(), 30618, ALICE.publicKey(), true, missing(2), NOW);
    bench.setCalendar(NOW.plus(Duration.ofMinutes(5)));
    assertThat(held(ALICE)).containsExactly(expected);

    bench.close();
    bench = new HuntFixture(temporary, new TestGit.Sets(objects));
    bench.setCalendar(NOW.plus(Duration.ofDays(2)));
    repo = bench.repo("repo");

    assertThat(held(ALICE)).containsExactly(expected);
  }

  @Test
  void anEnormousStateIsLookedThroughOnlyInPart() {
    repo.hosted(ALICE);
    String refs =
        IntStream.range(2, HeldReport.LOOKUPS_MAX + 3)
            .mapToObj(i -> "b" + i + "=" + i)
            .collect(Collectors.joining(" "));
    bench.send(repo.state(ALICE, 1, "main=1 " + refs));

    Missing missing = held(ALICE).getFirst().missing();
    assertThat(missing.ids()).hasSize(HeldReport.IDS_MAX);
    assertThat(missing.count()).isEqualTo(HeldReport.LOOKUPS_MAX);
    assertThat(missing.complete()).isFalse();
  }
}
