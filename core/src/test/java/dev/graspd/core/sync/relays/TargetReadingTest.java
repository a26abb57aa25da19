package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Only what relays at work need is in memory (sync.md, section 2). */
final class TargetReadingTest {
  private static final RelayUrl ONE = RelayUrl.parse("wss://one.example.org").orElseThrow();
  private static final RelayUrl TWO = RelayUrl.parse("wss://two.example.org").orElseThrow();
  private static final PublicKey OWNER = PublicKey.parse("%064x".formatted(5));
  private static final long START = 1_700_000_000;

  private final SyncMachine machine =
      new SyncMachine(
          new SyncSettings(
              new TreeSet<>(),
              Duration.ofSeconds(5),
              Duration.ZERO,
              Duration.ofSeconds(2),
              500,
              Duration.ofHours(12),
              HealthSettings.DEFAULT),
          new SplittableRandom(1),
          at(0));

  private final List<SyncAction> said = new ArrayList<>();
  private long epoch;

  /** No attempt to connect succeeds. */
  private boolean isDown;

  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), START + seconds);
  }

  private static RepoAddress repo(int number) {
    return new RepoAddress(OWNER, new Identifier("repo%04d".formatted(number)));
  }

  private static EventId root(long number) {
    return EventId.ofWords(7, 7, 7, number);
  }

  /** Passes on an input after everything that is due before it. */
  private void tell(SyncInput input, long seconds) {
    until(seconds);
    hear(machine.on(input, at(seconds)));
  }

  private void until(long seconds) {
    OptionalLong wake = machine.nextWakeNanos();
    while (wake.isPresent() && wake.getAsLong() <= at(seconds).nanos()) {
      long nanos = Math.max(0, wake.getAsLong());
      Now then = new Now(nanos, START + nanos / 1_000_000_000);
      List<SyncAction> actions = machine.on(new SyncInput.Woken(), then);
      hear(actions);
      fail(actions, then);
      wake = machine.nextWakeNanos();
    }
  }

  private void fail(List<SyncAction> actions, Now now) {
    for (SyncAction action : actions) {
      if (isDown && action instanceof SyncAction.Dial(var relay, var number, _)) {
        hear(
            machine.on(
                new SyncInput.DialFailed(relay, number, DialFailure.ORDINARY, "refused"), now));
      }
    }
  }

  /** The connection is lost, and no new one comes about. */
  private void goDown(long seconds) {
    isDown = true;
    until(seconds);
    List<SyncAction> actions = machine.on(new SyncInput.Disconnected(ONE, 1, "lost"), at(seconds));
    hear(actions);
    fail(actions, at(seconds));
  }

  private void hear(List<SyncAction> actions) {
    for (SyncAction action : actions) {
      if (action instanceof SyncAction.Dial(_, var number, _)) {
        epoch = number;
      }
      said.add(action);
    }
  }

  private <A> List<A> take(Class<A> kind) {
    List<A> found = said.stream().filter(kind::isInstance).map(kind::cast).toList();
    said.removeAll(found);
    return found;
  }

  private void announce(int number, long seconds, RelayUrl... relays) {
    tell(SyncMachines.announced(repo(number), SyncLevel.FULL, relays), seconds);
  }

  private List<SyncItem> fetched() {
    return take(SyncAction.Tell.class).stream()
        .flatMap(tell ->
            tell.input() instanceof LinkInput.FetchHistory fetch
                ? fetch.items().stream()
                : Stream.empty())
        .toList();
  }

  private void connect(long seconds) {
    tell(new SyncInput.Connected(ONE, epoch), seconds);
  }

  /** Answers one page of a reading, from what the test says is in the store. */
  private void answer(SyncAction.ReadFamilies read, int repositories, long seconds) {
    for (Identifier name : read.families()) {
      RepoAddress found = new RepoAddress(OWNER, name);
      boolean isThere = found.compareTo(repo(repositories)) < 0;
      tell(
          isThere ? SyncMachines.announced(found, SyncLevel.FULL, ONE) : SyncMachines.gone(found),
          seconds);
    }
    tell(new SyncInput.FamiliesRead(read.relay(), read.reading()), seconds);
  }

  /** Many repositories of one relay, which is connected at 10 s. */
  private void connected(int repositories) {
    for (int i = 0; i < repositories; i++) {
      announce(i, 0, ONE);
    }
    tell(new SyncInput.LogRead(), 0);
    connect(10);
  }

  private void readAll(int repositories, long seconds) {
    List<SyncAction.ReadFamilies> pages = take(SyncAction.ReadFamilies.class);
    while (!pages.isEmpty()) {
      pages.forEach(page -> answer(page, repositories, seconds));
      pages = take(SyncAction.ReadFamilies.class);
    }
  }

  @Test
  void relayThatWasNeverReachedHasRowsOnly() {
    for (int i = 0; i < 1_000; i++) {
      announce(i, 0, ONE, TWO);
    }
    tell(new SyncInput.LogRead(), 0);
    for (int day = 0; day < 3; day++) {
      tell(
          new SyncInput.DialFailed(ONE, epoch, DialFailure.ORDINARY, "refused"),
          10 + Duration.ofDays(day).toSeconds());
    }
    assertThat(machine.memory()).isEqualTo(new SyncMachine.Memory(1_000, 0, 0));
    assertThat(machine.views(at(20)))
        .extracting(RelayView::repositories)
        .as("counted all the same")
        .containsExactly(1_000, 1_000);
  }

  @Test
  void targetsAreReadPageByPageAndAskedForTogether() {
    connected(700);
    assertThat(fetched()).as("do not wait").containsExactly(new SyncItem.Announcements());
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      SyncAction.ReadFamilies page = take(SyncAction.ReadFamilies.class).getFirst();
      sizes.add(page.families().size());
      assertThat(fetched()).isEmpty();
      answer(page, 700, 10);
    }
    assertThat(sizes).containsExactly(TargetReading.PAGE, TargetReading.PAGE, 100, 0);
    assertThat(take(SyncAction.ReadFamilies.class)).isEmpty();
    assertThat(fetched()).hasSize(700);
    assertThat(machine.memory()).isEqualTo(new SyncMachine.Memory(700, 700, 0));
  }

  @Test
  void familyWithAnotherAnnouncementIsReadOnlyIfItIsFollowed() {
    announce(0, 0, ONE);
    tell(new SyncInput.Announced(repo(0).identifier()), 0);
    tell(new SyncInput.Announced(repo(1).identifier()), 0);
    assertThat(take(SyncAction.ReadFamily.class))
        .containsExactly(new SyncAction.ReadFamily(repo(0).identifier()));
    tell(SyncMachines.gone(repo(0)), 0);
    tell(new SyncInput.Announced(repo(0).identifier()), 0);
    assertThat(take(SyncAction.ReadFamily.class)).isEmpty();
  }

  @Test
  void historyIsNotCompleteBeforeTheTargetsAreRead() {
    connected(1);
    finish(11);
    until(60);
    assertThat(machine.views(at(60)).getFirst().phase()).isEqualTo(RelayPhase.SYNCING);
    readAll(1, 60);
    finish(61);
    until(70);
    assertThat(machine.views(at(70)).getFirst().phase()).isEqualTo(RelayPhase.CONNECTED);
  }

  private void finish(long seconds) {
    for (SyncAction.Tell tell : take(SyncAction.Tell.class)) {
      if (tell.input() instanceof LinkInput.FetchHistory fetch) {
        tell(
            new SyncInput.Reported(ONE, tell.epoch(), new LinkReport.BatchDone(fetch.batch())),
            seconds);
      }
    }
  }

  @Test
  void rootsAreReadWithTheirRepositoryAndBelongToTheFirstRequests() {
    connected(1);
    tell(new SyncInput.RootSeen(root(1), new TreeSet<>(List.of(repo(0)))), 10);
    assertThat(machine.memory().roots()).as("not read yet").isZero();
    answer(take(SyncAction.ReadFamilies.class).getFirst(), 1, 10);
    assertThat(take(SyncAction.ReadRoots.class))
        .containsExactly(
            new SyncAction.ReadRoots(
                new TreeSet<>(List.of(repo(0))), Collections.emptySortedSet()));
    tell(new SyncInput.RootSeen(root(1), new TreeSet<>(List.of(repo(0)))), 10);
    assertThat(fetched()).containsExactly(new SyncItem.Announcements());
    readAll(1, 10);
    assertThat(fetched())
        .containsExactly(
            new SyncItem.OfRepo(repo(0), SyncLevel.FULL), new SyncItem.OfRoot(root(1)));
  }

  @Test
  void targetsOfARelayThatStaysAwayLeaveMemoryAndAreReadAgain() {
    connected(400);
    readAll(400, 10);
    finish(11);
    goDown(600);
    long kept = 600 + Sessions.QUICK_MAX.toSeconds();
    until(kept);
    assertThat(machine.memory().repositories()).as("for a quick reconnect").isEqualTo(400);
    until(kept + 1);
    assertThat(machine.memory()).isEqualTo(new SyncMachine.Memory(400, 0, 0));
    assertThat(machine.views(at(kept + 1)).getFirst().confirmed()).isZero();
    said.clear();
    isDown = false;
    until(kept + 3_600);
    connect(kept + 3_601);
    assertThat(take(SyncAction.ReadFamilies.class)).hasSize(1);
  }

  @Test
  void quickReconnectReadsNothing() {
    connected(10);
    readAll(10, 10);
    finish(11);
    tell(new SyncInput.Disconnected(ONE, epoch, "lost"), 600);
    until(600 + 60);
    said.clear();
    connect(600 + 61);
    assertThat(take(SyncAction.Read.class)).isEmpty();
    assertThat(fetched()).contains(new SyncItem.OfRepo(repo(0), SyncLevel.FULL));
  }

  @Test
  void connectionThatEndsWhileTargetsAreReadStartsAgainFromNothing() {
    connected(400);
    finish(10);
    SyncAction.ReadFamilies first = take(SyncAction.ReadFamilies.class).getFirst();
    answer(first, 400, 11);
    assertThat(machine.memory().repositories()).isEqualTo(300);
    tell(new SyncInput.Disconnected(ONE, epoch, "lost"), 12);
    assertThat(machine.memory().repositories()).isZero();
    said.clear();
    until(60);
    connect(61);
    assertThat(fetched()).containsExactly(new SyncItem.Announcements());
    SyncAction.ReadFamilies again = take(SyncAction.ReadFamilies.class).getFirst();
    tell(new SyncInput.FamiliesRead(ONE, first.reading()), 61);
    assertThat(take(SyncAction.ReadFamilies.class)).as("a late answer").isEmpty();
    answer(again, 400, 62);
    readAll(400, 62);
    assertThat(fetched()).hasSize(400);
  }

  @Test
  void repositoryThatBothRelaysHaveStaysForTheOther() {
    connected(10);
    readAll(10, 10);
    announce(10, 20, ONE, TWO);
    until(40);
    tell(new SyncInput.Connected(TWO, epoch), 41);
    take(SyncAction.ReadFamilies.class)
        .forEach(read -> {
          tell(SyncMachines.announced(repo(10), SyncLevel.FULL, ONE, TWO), 41);
          tell(new SyncInput.FamiliesRead(TWO, read.reading()), 41);
        });
    readAll(0, 41);
    goDown(600);
    until(600 + Sessions.QUICK_MAX.toSeconds() + 1);
    assertThat(machine.memory()).isEqualTo(new SyncMachine.Memory(11, 1, 0));
  }

  @Test
  void whatIsNotToldAgainAfterALossHasBeenRemoved() {
    connected(2);
    readAll(2, 10);
    tell(new SyncInput.RootSeen(root(1), new TreeSet<>(List.of(repo(0)))), 11);
    until(30);
    said.clear();
    tell(new SyncInput.LogLost(), 40);
    announce(0, 40, ONE);
    tell(new SyncInput.LogRead(), 41);
    assertThat(take(SyncAction.Tell.class))
        .extracting(SyncAction.Tell::input)
        .containsExactly(
            new LinkInput.Uncover(
                new TreeSet<>(List.of(new SyncItem.OfRepo(repo(1), SyncLevel.FULL)))));
    assertThat(take(SyncAction.ReadRoots.class))
        .containsExactly(
            new SyncAction.ReadRoots(
                new TreeSet<>(List.of(repo(0))), new TreeSet<>(List.of(root(1)))));
  }
}
