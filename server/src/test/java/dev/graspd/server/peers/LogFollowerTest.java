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
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.SyncInput.FamiliesRead;
import dev.graspd.core.sync.relays.SyncInput.LogLost;
import dev.graspd.core.sync.relays.SyncInput.LogRead;
import dev.graspd.core.sync.relays.SyncInput.RootGone;
import dev.graspd.core.sync.relays.SyncInput.RootSeen;
import dev.graspd.core.sync.relays.Wanted;
import dev.graspd.server.base.ForeignEvents;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private final ModelEventStore store = new ModelEventStore(1_000, 10);
  private final StoreDriver driver = new StoreDriver(store);
  private final BlockingQueue<SyncInput> inputs = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(1_000);
  private final ReadRequests requests = new ReadRequests();
  private final LogFollower follower = follower(store, false, 1_000);

  private LogFollower follower(ModelEventStore of, boolean followsAll, int removalsKept) {
    return new LogFollower(
        of,
        new LogFollower.Reading(
            announcement -> announcement.cloneUrls().contains("hosted"),
            LogFollowerTest::relays,
            ForeignEvents.of(of, of, ServiceAddress.of("own", "/")),
            followsAll),
        requests,
        this::put,
        removalsKept);
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

  private static SyncInput.Family family(String name, Map<RepoAddress, Wanted> wanted) {
    return new SyncInput.Family(new Identifier(name), new TreeMap<>(wanted));
  }

  private static SyncInput.Family nothing(String name) {
    return family(name, Map.of());
  }

  /** A family of one repository. */
  private static SyncInput.Family announced(RepoAddress repository, Event event, SyncLevel level) {
    return family(repository.identifier().text(), Map.of(repository, wanted(event, level)));
  }

  private static Wanted wanted(Event event, SyncLevel level) {
    return new Wanted(level, relays(Announcement.of(event).orElseThrow()));
  }

  /** Held, and waiting in its family from the same moment on. */
  private void hold(Event event) {
    Identifier family = Identifier.ofRepositoryEvent(event).orElseThrow();
    Object _ =
        driver.write(tx -> {
          Object held = tx.hold(event, 0);
          tx.repositories().putWait(event.id(), new Wait(family, false, 1));
          return held;
        });
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
    SyncInput last = announced(address(ALICE, name), mark, SyncLevel.FULL);
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
    driver.append(alone);
    hold(waiting);
    try (LogFollower all = follower(store, true, 1_000)) {
      all.start();
      assertThat(List.of(next(), next(), next()))
          .containsExactly(
              announced(ALICES, alone, SyncLevel.FULL),
              announced(address(BOB, "waiting"), waiting, SyncLevel.STATE_ONLY),
              new LogRead());
    }
  }

  @Test
  void emptyLogIsReadAtOnce() {
    follower.start();
    assertThat(next()).isEqualTo(new LogRead());
  }

  @Test
  void familiesOfEarlierRunsAreToldBeforeTheEndAndTheirRootsAreNot() {
    Event announcement = hosted("repo", 1);
    Event held = hosted("held", 2);
    driver.append(announcement);
    driver.append(issue("issue", ALICES.toString()));
    driver.append(EventBuilder.note("no matter").unsignedBy(BOB));
    hold(held);
    follower.start();

    assertThat(List.of(next(), next()))
        .containsExactlyInAnyOrder(
            announced(ALICES, announcement, SyncLevel.FULL),
            announced(address(ALICE, "held"), held, SyncLevel.STATE_ONLY));
    assertThat(next()).isEqualTo(new LogRead());
  }

  @Test
  void familiesAndRootsThatAreAskedForAreRead() {
    Event announcement = hosted("repo", 1);
    Event issue = issue("issue", ALICES.toString());
    Event gone = issue("gone", ALICES.toString());
    driver.append(announcement);
    driver.append(issue);
    started();
    RelayUrl relay = RelayUrl.parse("wss://relay1").orElseThrow();
    requests.add(
        new SyncAction.ReadFamilies(
            relay, 7, List.of(new Identifier("repo"), new Identifier("unknown"))));
    requests.add(
        new SyncAction.ReadRoots(
            new TreeSet<>(List.of(ALICES)), new TreeSet<>(List.of(issue.id(), gone.id()))));
    requests.add(new SyncAction.ReadFamilies(relay, 8, List.of()));

    assertThat(List.of(next(), next(), next(), next(), next(), next()))
        .containsExactly(
            announced(ALICES, announcement, SyncLevel.FULL),
            nothing("unknown"),
            new FamiliesRead(relay, 7),
            seen(issue, ALICES),
            new RootGone(gone.id()),
            new FamiliesRead(relay, 8));
  }

  @Test
  void heldAnnouncementIsRaisedWhenItIsReleased() {
    started();
    Event announcement = hosted("repo", 1);
    hold(announcement);
    assertThat(next()).isEqualTo(announced(ALICES, announcement, SyncLevel.STATE_ONLY));
    driver.release(announcement.id());
    assertThat(next()).isEqualTo(announced(ALICES, announcement, SyncLevel.FULL));
  }

  @Test
  void newerAnnouncementTakesThePlaceOfTheOneBefore() {
    started();
    driver.append(hosted("repo", 1));
    assertThat(next()).isInstanceOf(SyncInput.Family.class);
    Event newer = hosted("repo", 2);
    driver.append(newer);

    assertThat(untilNow()).isNotEmpty().containsOnly(announced(ALICES, newer, SyncLevel.FULL));
  }

  @Test
  void replacedAnnouncementWhoseSuccessorIsGoneIsGone() {
    started();
    Event first = hosted("repo", 1);
    Event second = hosted("repo", 2);
    driver.append(first);
    assertThat(next()).isInstanceOf(SyncInput.Family.class);
    boolean done =
        driver.<Boolean>write(tx -> {
          tx.append(second, 0);
          return tx.remove(second.id(), Removal.DELETED, 0);
        });

    assertThat(done).isTrue();
    assertThat(untilNow()).isNotEmpty().containsOnly(nothing("repo"));
  }

  /** The record of the family's change moves with each further one. */
  @Test
  void removalIsToldThoughItsFamilyChangesAgainAndAgain() {
    started();
    Event first = hosted("repo", 1);
    driver.append(first);
    assertThat(next()).isInstanceOf(SyncInput.Family.class);
    driver.remove(first.id(), Removal.DELETED);
    for (int i = 0; i < 20; i++) {
      driver.append(EventBuilder.kind(30_618).at(i).tag("d", "repo").unsignedBy(ALICE));
    }

    assertThat(untilNow()).isNotEmpty().containsOnly(nothing("repo"));
  }

  @Test
  void newerHeldVersionReplacesTheHeldOne() {
    started();
    Event first = hosted("repo", 1);
    Event second = hosted("repo", 2);
    hold(first);
    assertThat(next()).isInstanceOf(SyncInput.Family.class);
    hold(second);
    assertThat(next()).isEqualTo(announced(ALICES, second, SyncLevel.STATE_ONLY));
    driver.remove(first.id(), Removal.REPLACED);
    assertThat(untilNow())
        .isNotEmpty()
        .containsOnly(announced(ALICES, second, SyncLevel.STATE_ONLY));
    driver.remove(second.id(), Removal.LAPSED);
    assertThat(untilNow()).isNotEmpty().containsOnly(nothing("repo"));
  }

  @Test
  void announcementWithoutARepositoryIsAnItemWithoutRelays() {
    Event other = announcement("repo", 7).tag("clone", "hosted").unsignedBy(BOB);
    RepoAddress bobs = address(BOB, "repo");
    driver.append(other);
    started();
    Event unhosted = announcement("repo", 1).unsignedBy(ALICE);
    driver.append(unhosted);
    SyncInput.Family without =
        family(
            "repo",
            Map.of(
                ALICES,
                new Wanted(SyncLevel.FULL, List.of()),
                bobs,
                wanted(other, SyncLevel.FULL)));
    assertThat(next()).isEqualTo(without);

    Event held = hosted("repo", 2);
    hold(held);
    assertThat(next())
        .isEqualTo(
            family(
                "repo",
                Map.of(ALICES, wanted(held, SyncLevel.FULL), bobs, wanted(other, SyncLevel.FULL))));
    driver.remove(held.id(), Removal.LAPSED);
    assertThat(untilNow()).isNotEmpty().containsOnly(without);
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
    driver.hold(root);
    assertThat(untilNow()).isEmpty();
    driver.release(root.id());
    assertThat(next()).isEqualTo(seen(root, ALICES, address(BOB, "with:colon")));
    driver.remove(root.id(), Removal.DELETED);
    assertThat(next()).isEqualTo(new RootGone(root.id()));
  }

  private static EventBuilder ownOnly(String name) {
    return EventBuilder.kind(30_617)
        .tag("d", name)
        .tag("relays", "wss://own")
        .tag("clone", "hosted");
  }

  @Test
  void nothingIsWantedOfARepositoryThatNamesThisServerAlone() {
    driver.append(ownOnly("repo").unsignedBy(ALICE));
    follower.start();
    assertThat(next()).isEqualTo(new LogRead());
    driver.append(ownOnly("other").unsignedBy(ALICE));

    assertThat(untilNow())
        .as("only the machine knows whether others are followed")
        .containsExactly(new SyncInput.Announced(new Identifier("other")));
  }

  @Test
  void repositoryThatNamesThisServerAloneIsReadIfItsFamilyIsFollowed() {
    Event other = announcement("repo", 7).tag("clone", "hosted").unsignedBy(BOB);
    driver.append(other);
    started();
    driver.append(ownOnly("repo").unsignedBy(ALICE));
    assertThat(next()).isEqualTo(new SyncInput.Announced(ALICES.identifier()));
    requests.add(new SyncAction.ReadFamily(ALICES.identifier()));

    assertThat(next())
        .isEqualTo(
            family(
                "repo",
                Map.of(
                    ALICES,
                    new Wanted(SyncLevel.FULL, List.of()),
                    address(BOB, "repo"),
                    wanted(other, SyncLevel.FULL))));
  }

  /** The record of the one before says that its family has changed. */
  @Test
  void repositoryThatNoLongerNamesAnotherServerIsRead() {
    started();
    driver.append(hosted("repo", 1));
    assertThat(next()).isInstanceOf(SyncInput.Family.class);
    driver.append(ownOnly("repo").at(2).unsignedBy(ALICE));

    assertThat(untilNow()).contains(nothing("repo"));
  }

  @Test
  void repositoryThatNamesAnotherServerLaterIsToldWithItsFamily() {
    Event own = ownOnly("repo").unsignedBy(ALICE);
    driver.append(own);
    started();
    Event other = announcement("repo", 7).tag("clone", "hosted").unsignedBy(BOB);
    driver.append(other);

    assertThat(next())
        .isEqualTo(
            family(
                "repo",
                Map.of(
                    ALICES,
                    new Wanted(SyncLevel.FULL, List.of()),
                    address(BOB, "repo"),
                    wanted(other, SyncLevel.FULL))));
  }

  @Test
  void otherEventsAreNotTold() {
    started();
    driver.append(EventBuilder.kind(1619).tag("a", ALICES.toString()).unsignedBy(BOB));
    driver.append(EventBuilder.kind(30_618).tag("d", "repo").unsignedBy(ALICE));
    driver.append(EventBuilder.kind(30_617).at(5).tag("d", "a/b").unsignedBy(ALICE));
    Event note = EventBuilder.note("x").unsignedBy(BOB);
    driver.append(note);
    driver.remove(note.id(), Removal.DELETED);

    assertThat(untilNow()).isEmpty();
  }

  @Test
  void afterALossEverythingIsToldAgain() {
    Event kept = hosted("kept", 1);
    Event lost = hosted("lost", 2);
    ModelEventStore small = new ModelEventStore(REMOVALS_KEPT, 10);
    StoreDriver writer = new StoreDriver(small);
    writer.appendAll(List.of(kept, lost));
    try (LogFollower behind = follower(small, false, REMOVALS_KEPT)) {
      behind.start();
      assertThat(List.of(next(), next(), next())).endsWith(new LogRead());
      room.drainPermits();
      // The follower waits with this one while the records of the removals leave the log.
      writer.append(issue("waits", address(ALICE, "kept").toString()));
      writer.remove(lost.id(), Removal.DELETED);
      for (int i = 0; i <= REMOVALS_KEPT; i++) {
        writer.append(EventBuilder.kind(0).at(i).unsignedBy(BOB));
      }
      room.release(1_000);

      List<SyncInput> told = new ArrayList<>();
      for (SyncInput input = next(); !(input instanceof LogRead); input = next()) {
        told.add(input);
      }
      assertThat(told.subList(told.indexOf(new LogLost()), told.size()))
          .containsExactly(new LogLost(), announced(address(ALICE, "kept"), kept, SyncLevel.FULL));
    }
  }
}
