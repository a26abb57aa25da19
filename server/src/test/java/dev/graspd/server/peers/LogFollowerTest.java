package dev.graspd.server.peers;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Wait;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.SyncInput.Announced;
import dev.graspd.core.sync.relays.SyncInput.Gone;
import dev.graspd.core.sync.relays.SyncInput.LogRead;
import dev.graspd.core.sync.relays.SyncInput.RootSeen;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.ForeignEvents;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class LogFollowerTest {
  private static final int REMOVALS_KEPT = 6;
  private static final RepoAddress ALICES = address(ALICE, "repo");

  private final ModelEventStore store = new ModelEventStore(REMOVALS_KEPT, 10);
  private final StoreDriver driver = new StoreDriver(store);
  private final BlockingQueue<SyncInput> inputs = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(1_000);
  private final LogFollower follower = follower(false);

  private LogFollower follower(boolean followsAll) {
    return new LogFollower(
        store,
        new LogFollower.Reading(
            announcement -> announcement.cloneUrls().contains("hosted"),
            LogFollowerTest::relays,
            ForeignEvents.of(store, store, ServiceAddress.of("own", "/")),
            followsAll),
        this::put,
        REMOVALS_KEPT);
  }

  private void put(SyncInput input) throws InterruptedException {
    room.acquire();
    inputs.add(input);
  }

  private static List<RelayUrl> relays(Announcement announcement) {
    return announcement.relayUrls().stream()
        .filter(url -> !url.equals("wss://own"))
        .flatMap(url -> RelayUrl.parse(url).stream())
        .toList();
  }

  @AfterEach
  void close() {
    follower.close();
  }

  private static RepoAddress address(Signer owner, String name) {
    return new RepoAddress(owner.publicKey(), new Identifier(name));
  }

  private static EventBuilder announcement(String name, long at) {
    return EventBuilder.kind(30_617).at(at).tag("d", name).tag("relays", "wss://relay" + at);
  }

  private static Event hosted(String name, long at) {
    return announcement(name, at).tag("clone", "hosted").unsignedBy(ALICE);
  }

  private static Event issue(String text, String... addresses) {
    EventBuilder issue = EventBuilder.kind(1621).content(text);
    for (String address : addresses) {
      issue.tag("a", address);
    }
    return issue.unsignedBy(BOB);
  }

  private static Announced announced(RepoAddress repository, Event event, SyncLevel level) {
    return new Announced(
        repository, event.id(), level, relays(Announcement.of(event).orElseThrow()));
  }

  private static RootSeen seen(Event root, RepoAddress... repositories) {
    return new RootSeen(root.id(), new TreeSet<>(List.of(repositories)));
  }

  private SyncInput next() {
    try {
      SyncInput input = inputs.poll(30, TimeUnit.SECONDS);
      assertThat(input).as("an input comes").isNotNull();
      return input;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Everything that comes until a repository that is made now. */
  private List<SyncInput> untilNow() {
    String name = "mark-" + store.lastSeq();
    Event mark = hosted(name, 9);
    Announced last = announced(address(ALICE, name), mark, SyncLevel.FULL);
    driver.append(mark);
    List<SyncInput> told = new ArrayList<>();
    for (SyncInput input = next(); !input.equals(last); input = next()) {
      told.add(input);
    }
    return told;
  }

  private void started() {
    follower.start();
    SyncInput input = next();
    while (!(input instanceof LogRead)) {
      input = next();
    }
  }

  /** As at a relay that the operator names; there only states are asked for. */
  @Test
  void whereAllAreFollowedRepositoriesThatNameNoOtherRelayAreTold() {
    Event alone =
        EventBuilder.kind(30_617)
            .tag("d", "repo")
            .tag("relays", "wss://own")
            .tag("clone", "hosted")
            .unsignedBy(ALICE);
    Event waiting =
        EventBuilder.kind(30_617).tag("d", "waiting").tag("relays", "wss://own").unsignedBy(BOB);
    Event issue = issue("an issue", ALICES.toString());
    driver.append(alone);
    driver.append(issue);
    driver.hold(waiting);
    Await.write(
        store,
        tx -> tx.repositories().putWait(waiting.id(), new Wait(new Identifier("x"), false, 1)));
    try (LogFollower all = follower(true)) {
      all.start();
      assertThat(List.of(next(), next(), next()))
          .containsExactlyInAnyOrder(
              announced(ALICES, alone, SyncLevel.FULL),
              announced(address(BOB, "waiting"), waiting, SyncLevel.STATE_ONLY),
              new LogRead());

      Event elsewhereToo = hosted("repo", alone.createdAt() + 1);
      driver.append(elsewhereToo);
      assertThat(List.of(next(), next()))
          .containsExactlyInAnyOrder(
              seen(issue, ALICES), announced(ALICES, elsewhereToo, SyncLevel.FULL));
    }
  }

  @Test
  void emptyLogIsReadAtOnce() {
    follower.start();
    assertThat(next()).isEqualTo(new LogRead());
  }

  @Test
  void logOfEarlierRunsIsToldBeforeItsEnd() {
    Event announcement = hosted("repo", 1);
    Event held = hosted("held", 2);
    Event issue = issue("issue", ALICES.toString());
    driver.append(announcement);
    driver.append(issue);
    driver.append(EventBuilder.note("no matter").unsignedBy(BOB));
    driver.hold(held);
    follower.start();

    assertThat(List.of(next(), next(), next(), next()))
        .containsExactly(
            seen(issue, ALICES),
            announced(address(ALICE, "held"), held, SyncLevel.STATE_ONLY),
            announced(ALICES, announcement, SyncLevel.FULL),
            new LogRead());
  }

  @Test
  void heldAnnouncementIsRaisedWhenItIsReleased() {
    started();
    Event announcement = hosted("repo", 1);
    driver.hold(announcement);
    assertThat(next()).isEqualTo(announced(ALICES, announcement, SyncLevel.STATE_ONLY));
    driver.release(announcement.id());
    assertThat(next()).isEqualTo(announced(ALICES, announcement, SyncLevel.FULL));
  }

  @Test
  void newerAnnouncementTakesThePlaceOfTheOneBefore() {
    started();
    driver.append(hosted("repo", 1));
    assertThat(next()).isInstanceOf(Announced.class);
    Event newer = hosted("repo", 2);
    driver.append(newer);

    assertThat(next()).isEqualTo(announced(ALICES, newer, SyncLevel.FULL));
    assertThat(untilNow()).isEmpty();
  }

  @Test
  void replacedAnnouncementWhoseSuccessorIsGoneIsGone() {
    started();
    Event first = hosted("repo", 1);
    Event second = hosted("repo", 2);
    driver.append(first);
    assertThat(next()).isInstanceOf(Announced.class);
    boolean done =
        driver.<Boolean>write(tx -> {
          tx.append(second, 0);
          return tx.remove(second.id(), Removal.DELETED, 0);
        });

    assertThat(done).isTrue();
    assertThat(next()).isEqualTo(new Gone(first.id()));
  }

  @Test
  void newerHeldVersionReplacesTheHeldOne() {
    started();
    Event first = hosted("repo", 1);
    Event second = hosted("repo", 2);
    driver.hold(first);
    assertThat(next()).isInstanceOf(Announced.class);
    driver.hold(second);
    assertThat(next()).isEqualTo(announced(ALICES, second, SyncLevel.STATE_ONLY));
    driver.remove(first.id(), Removal.REPLACED);
    assertThat(untilNow()).isEmpty();
    driver.remove(second.id(), Removal.LAPSED);
    assertThat(next()).isEqualTo(new Gone(second.id()));
  }

  @Test
  void announcementWithoutARepositoryIsAnItemWithoutRelays() {
    started();
    Event unhosted = announcement("repo", 1).unsignedBy(ALICE);
    driver.append(unhosted);
    assertThat(next()).isEqualTo(new Announced(ALICES, unhosted.id(), SyncLevel.FULL, List.of()));

    Event held = hosted("repo", 2);
    driver.hold(held);
    assertThat(next()).isEqualTo(announced(ALICES, held, SyncLevel.FULL));
    driver.remove(held.id(), Removal.LAPSED);
    assertThat(next()).isEqualTo(new Announced(ALICES, unhosted.id(), SyncLevel.FULL, List.of()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1617, 1618, 1621})
  void rootIsToldWithEachRepositoryThatItNamesWhenItIsServed(int kind) {
    started();
    Event root =
        EventBuilder.kind(kind)
            .tag("a", ALICES.toString())
            .tag("a", "30617:" + BOB.publicKey().hex() + ":with:colon")
            .tag("a", "30618:" + BOB.publicKey().hex() + ":state")
            .tag("a", "30617:nonsense")
            .tag("A", address(BOB, "upper").toString())
            .unsignedBy(BOB);
    driver.append(hosted("repo", 1));
    assertThat(next()).isInstanceOf(Announced.class);
    driver.hold(root);
    assertThat(untilNow()).isEmpty();
    driver.release(root.id());
    assertThat(next()).isEqualTo(seen(root, ALICES, address(BOB, "with:colon")));
    driver.remove(root.id(), Removal.DELETED);
    assertThat(next()).isEqualTo(new Gone(root.id()));
  }

  private static EventBuilder ownOnly(String name) {
    return EventBuilder.kind(30_617)
        .tag("d", name)
        .tag("relays", "wss://own")
        .tag("clone", "hosted");
  }

  @Test
  void repositoryThatNamesThisServerAloneIsNotTold() {
    driver.append(ownOnly("repo").unsignedBy(ALICE));
    driver.append(issue("before", ALICES.toString()));
    started();
    driver.append(issue("after", ALICES.toString()));
    driver.append(ownOnly("other").unsignedBy(ALICE));

    assertThat(untilNow()).isEmpty();
  }

  @Test
  void repositoryThatNamesAnotherServerLaterIsToldWithItsFamilyAndRoots() {
    Event own = ownOnly("repo").unsignedBy(ALICE);
    Event issue = issue("before", ALICES.toString());
    driver.append(own);
    driver.append(issue);
    started();
    Event other = announcement("repo", 7).tag("clone", "hosted").unsignedBy(BOB);
    driver.append(other);

    assertThat(List.of(next(), next(), next()))
        .containsExactlyInAnyOrder(
            seen(issue, ALICES),
            new Announced(ALICES, own.id(), SyncLevel.FULL, List.of()),
            announced(address(BOB, "repo"), other, SyncLevel.FULL));
  }

  @Test
  void otherEventsAreNotTold() {
    started();
    driver.append(EventBuilder.kind(1619).tag("a", ALICES.toString()).unsignedBy(BOB));
    driver.append(EventBuilder.kind(30_618).tag("d", "repo").unsignedBy(ALICE));
    driver.append(issue("names nothing"));
    driver.append(EventBuilder.kind(30_617).at(5).tag("d", "a/b").unsignedBy(ALICE));
    Event note = EventBuilder.note("x").unsignedBy(BOB);
    driver.append(note);
    driver.remove(note.id(), Removal.DELETED);

    assertThat(untilNow()).isEmpty();
  }

  @Test
  void whoeverFallsBehindReadsTheLogAgainAndLearnsWhatHasGone() {
    Event kept = hosted("kept", 1);
    Event lost = hosted("lost", 2);
    Event root = issue("lost root", address(ALICE, "kept").toString());
    driver.appendAll(List.of(kept, lost, root));
    started();
    room.drainPermits();
    // The follower waits with this one while the records of the removals leave the log.
    driver.append(issue("waits", address(ALICE, "kept").toString()));
    driver.remove(lost.id(), Removal.DELETED);
    driver.remove(root.id(), Removal.DELETED);
    for (int i = 0; i <= REMOVALS_KEPT; i++) {
      driver.append(EventBuilder.kind(0).at(i).unsignedBy(BOB));
    }
    Event mark = hosted("mark", 9);
    driver.append(mark);
    room.release(1_000);

    List<SyncInput> told = new ArrayList<>();
    Announced last = announced(address(ALICE, "mark"), mark, SyncLevel.FULL);
    for (SyncInput input = next(); !input.equals(last); input = next()) {
      told.add(input);
    }
    assertThat(told).contains(new Gone(lost.id()), new Gone(root.id()));
    assertThat(told).noneMatch(LogRead.class::isInstance);
    assertThat(told).noneMatch(Announced.class::isInstance);
  }
}
