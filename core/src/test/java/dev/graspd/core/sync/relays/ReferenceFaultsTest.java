package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Faults of the reference server that must not come back (sync.md, section 12), one test each. */
final class ReferenceFaultsTest {
  private static final RelayUrl ONE = RelayUrl.parse("wss://one.example.org").orElseThrow();
  private static final RelayUrl TWO = RelayUrl.parse("wss://two.example.org").orElseThrow();
  static final PublicKey OWNER = PublicKey.parse("%064x".formatted(5));
  private static final RepoAddress REPO = new RepoAddress(OWNER, new Identifier("repo"));
  private static final RepoAddress OTHER = new RepoAddress(OWNER, new Identifier("other"));
  private static final long START = 1_700_000_000;

  private static EventId id(long number) {
    return EventId.ofWords(9, 9, 9, number);
  }

  static Now at(Duration time) {
    return new Now(time.toNanos(), START + time.toSeconds());
  }

  static Now at(long seconds) {
    return at(Duration.ofSeconds(seconds));
  }

  /** The sync machine with what it said. */
  private static final class Sync {
    private final ReadingMachine machine;
    private List<SyncAction> said = List.of();

    Sync(RelayUrl... bootstrap) {
      machine =
          new ReadingMachine(
              new SyncSettings(
                  new TreeSet<>(List.of(bootstrap)),
                  Duration.ofSeconds(5),
                  Duration.ZERO,
                  Duration.ofSeconds(2),
                  500,
                  Duration.ofHours(12),
                  HealthSettings.DEFAULT),
              new SplittableRandom(1),
              at(0));
      tell(new SyncInput.LogRead(), at(0));
    }

    Sync tell(SyncInput input, Now now) {
      said = machine.on(input, now);
      return this;
    }

    /** Wakes it whenever it wants, up to a time; returns all that it said. */
    List<SyncAction> until(Now now) {
      List<SyncAction> all = new ArrayList<>(said);
      OptionalLong wake = machine.nextWakeNanos();
      while (wake.isPresent() && wake.getAsLong() <= now.nanos()) {
        Now then = at(Duration.ofNanos(Math.max(wake.getAsLong(), 0)));
        all.addAll(machine.on(new SyncInput.Woken(), then));
        wake = machine.nextWakeNanos();
      }
      said = List.of();
      return all;
    }

    Sync announce(RepoAddress repo, Now now, RelayUrl... relays) {
      return tell(SyncMachines.announced(repo, SyncLevel.FULL, relays), now);
    }

    /** Connects to the relay that it dials by then; returns the epoch and what it said. */
    Dialled dialled(RelayUrl relay, Now by) {
      return until(by).stream()
          .flatMap(action ->
              action instanceof SyncAction.Dial(var url, var epoch, _) && url.equals(relay)
                  ? Stream.of(new Dialled(url, epoch))
                  : Stream.empty())
          .findFirst()
          .orElseThrow(() -> new AssertionError(relay + " was not dialled"));
    }

    List<LinkInput> connect(Dialled dialled, Now now) {
      tell(new SyncInput.Connected(dialled.relay(), dialled.epoch()), now);
      return told(said);
    }

    /** All of its history is here. */
    void finish(Dialled dialled, List<LinkInput> told, Now now) {
      for (LinkInput input : told) {
        if (input instanceof LinkInput.FetchHistory fetch) {
          report(dialled, new LinkReport.BatchDone(fetch.batch()), now);
        }
      }
    }

    void report(Dialled dialled, LinkReport report, Now now) {
      tell(new SyncInput.Reported(dialled.relay(), dialled.epoch(), report), now);
    }

    RelayView view(RelayUrl relay, Now now) {
      return machine.views(now).stream()
          .filter(view -> view.url().equals(relay))
          .findFirst()
          .orElseThrow();
    }
  }

  private record Dialled(RelayUrl relay, long epoch) {}

  private static List<LinkInput> told(List<SyncAction> actions) {
    return actions.stream()
        .flatMap(action ->
            action instanceof SyncAction.Tell(_, _, var input) ? Stream.of(input) : Stream.empty())
        .toList();
  }

  private static List<LinkInput.FetchHistory> fetches(List<LinkInput> told) {
    return told.stream()
        .filter(LinkInput.FetchHistory.class::isInstance)
        .map(LinkInput.FetchHistory.class::cast)
        .toList();
  }

  /** A relay whose history is complete, ten minutes after the start. */
  private static Dialled settled(Sync sync) {
    sync.announce(REPO, at(0), ONE);
    sync.tell(new SyncInput.RootSeen(id(2), new TreeSet<>(List.of(REPO))), at(1));
    Dialled dialled = sync.dialled(ONE, at(10));
    sync.finish(dialled, sync.connect(dialled, at(10)), at(11));
    List<SyncAction> _ = sync.until(at(600));
    sync.report(dialled, new LinkReport.CaughtUp(START + 590), at(600));
    assertThat(sync.view(ONE, at(600)).phase()).isEqualTo(RelayPhase.CONNECTED);
    return dialled;
  }

  @Test
  void quickReconnectCatchesUpOnEverythingFromTheRightTimeAndFetchesTheNew() {
    Sync sync = new Sync();
    Dialled first = settled(sync);
    sync.tell(new SyncInput.Disconnected(ONE, first.epoch(), "lost"), at(600));
    Dialled again = sync.dialled(ONE, at(601));
    List<LinkInput> told = sync.connect(again, at(620));
    LinkInput.FetchHistory catchUp = fetches(told).getFirst();
    assertThat(catchUp.since()).hasValue(START + 590 - 900);
    assertThat(catchUp.items())
        .contains(
            new SyncItem.Announcements(),
            new SyncItem.OfRepo(REPO, SyncLevel.FULL),
            new SyncItem.OfRoot(id(2)));
    assertThat(told.getFirst()).isEqualTo(new LinkInput.Cover(catchUp.items()));
    sync.announce(OTHER, at(621), ONE);
    assertThat(fetches(told(sync.until(at(630)))))
        .extracting(LinkInput.FetchHistory::items)
        .containsExactly(items(new SyncItem.OfRepo(OTHER, SyncLevel.FULL)));
  }

  static SortedSet<SyncItem> items(SyncItem... items) {
    return new TreeSet<>(List.of(items));
  }

  @Test
  void longOutageTakesNothingForGranted() {
    Sync sync = new Sync();
    Dialled first = settled(sync);
    sync.tell(new SyncInput.Disconnected(ONE, first.epoch(), "lost"), at(600));
    Dialled again = sync.dialled(ONE, at(601));
    sync.tell(
        new SyncInput.DialFailed(ONE, again.epoch(), DialFailure.ORDINARY, "refused"), at(602));
    Dialled late = sync.dialled(ONE, at(700));
    assertThat(fetches(sync.connect(late, at(600 + 901))))
        .allSatisfy(fetch -> assertThat(fetch.since()).isEmpty())
        .hasSize(3);
  }

  @Test
  void relayThatFailsAtFirstContactIsTriedAgain() {
    Sync sync = new Sync().announce(REPO, at(0), ONE);
    Dialled first = sync.dialled(ONE, at(10));
    sync.tell(
        new SyncInput.DialFailed(ONE, first.epoch(), DialFailure.ORDINARY, "refused"), at(10));
    assertThat(sync.dialled(ONE, at(20)).epoch()).isGreaterThan(first.epoch());
  }

  @Test
  void relayThatWantsRestDelaysNobodyElse() {
    Sync sync = new Sync().announce(REPO, at(0), ONE, TWO);
    List<SyncAction> dials = sync.until(at(10));
    assertThat(dials).filteredOn(SyncAction.Dial.class::isInstance).hasSize(2);
    List<Dialled> links =
        dials.stream()
            .filter(SyncAction.Dial.class::isInstance)
            .map(action -> (SyncAction.Dial) action)
            .map(dial -> new Dialled(dial.relay(), dial.epoch()))
            .toList();
    sync.connect(links.get(0), at(10));
    sync.report(links.get(0), new LinkReport.RateLimited("slow down"), at(10));
    assertThat(fetches(sync.connect(links.get(1), at(11)))).isNotEmpty();
    List<SyncAction> later = sync.until(at(10 + 66));
    assertThat(later)
        .contains(
            new SyncAction.Tell(
                links.get(0).relay(), links.get(0).epoch(), new LinkInput.Resume()));
  }

  @Test
  void bootstrapRelayIsTriedForEver() {
    Sync sync = new Sync(ONE);
    Dialled dialled = sync.dialled(ONE, at(1));
    long seconds = 1;
    for (int i = 0; i < 60; i++) {
      sync.tell(
          new SyncInput.DialFailed(ONE, dialled.epoch(), DialFailure.NO_SUCH_NAME, "no name"),
          at(seconds));
      seconds += 3_601;
      dialled = sync.dialled(ONE, at(seconds));
    }
    assertThat(seconds).isGreaterThan(Duration.ofDays(2).toSeconds());
  }

  @Test
  void relayWithoutTargetsIsKeptUntilItsFirstBatchesAreDone() {
    Sync sync = new Sync().announce(REPO, at(0), ONE);
    Dialled dialled = sync.dialled(ONE, at(10));
    List<LinkInput> told = sync.connect(dialled, at(10));
    sync.tell(SyncMachines.gone(REPO), at(11));
    assertThat(sync.until(at(60))).noneMatch(SyncAction.HangUp.class::isInstance);
    sync.finish(dialled, told, at(61));
    assertThat(sync.until(at(80))).anyMatch(SyncAction.HangUp.class::isInstance);
  }

  @Test
  void deletedRepositoryIsNotListenedToAnyMore() {
    Sync sync = new Sync();
    sync.announce(OTHER, at(0), ONE);
    Dialled _ = settled(sync);
    sync.tell(SyncMachines.gone(REPO), at(601));
    assertThat(told(sync.until(at(610))))
        .containsExactly(
            new LinkInput.Uncover(
                items(new SyncItem.OfRepo(REPO, SyncLevel.FULL), new SyncItem.OfRoot(id(2)))));
  }

  @Test
  void dailySyncComesAtItsOwnTimeForEachRelayAndKeepsLiveOpen() {
    Sync sync = new Sync();
    Dialled _ = settled(sync);
    List<LinkInput> told = told(sync.until(at(Duration.ofHours(26))));
    assertThat(told.getFirst()).isEqualTo(new LinkInput.CancelHistory());
    assertThat(told).noneMatch(LinkInput.Uncover.class::isInstance);
    assertThat(fetches(told))
        .allSatisfy(fetch -> assertThat(fetch.source()).isEqualTo(EventSource.DAILY))
        .isNotEmpty();
    assertThat(IntStream.range(0, 50).mapToLong(ReferenceFaultsTest::dailySeconds).distinct())
        .as("relays do not meet")
        .hasSizeGreaterThan(40);
  }

  private static long dailySeconds(int seed) {
    ReadingMachine machine =
        new ReadingMachine(
            new SyncSettings(
                relays(ONE),
                Duration.ofSeconds(5),
                Duration.ZERO,
                Duration.ofSeconds(2),
                500,
                Duration.ofHours(12),
                HealthSettings.DEFAULT),
            new SplittableRandom(seed),
            at(0));
    SyncAction.Dial dial = (SyncAction.Dial) machine.on(new SyncInput.LogRead(), at(0)).getFirst();
    List<LinkInput> told = told(machine.on(new SyncInput.Connected(ONE, dial.epoch()), at(1)));
    List<SyncAction> _ =
        machine.on(
            new SyncInput.Reported(
                ONE, dial.epoch(), new LinkReport.BatchDone(fetches(told).getFirst().batch())),
            at(2));
    List<SyncAction> _ = machine.on(new SyncInput.Woken(), at(10));
    return Duration.ofNanos(machine.nextWakeNanos().orElseThrow()).toSeconds();
  }

  private static SortedSet<RelayUrl> relays(RelayUrl relay) {
    return new TreeSet<>(List.of(relay));
  }

  @Test
  void missingNegentropyIsSaidOnceAndTriedAgainEveryDay() {
    Sync sync = new Sync();
    Dialled dialled = settled(sync);
    sync.report(dialled, new LinkReport.Negentropy(false), at(601));
    assertThat(sync.said).contains(new SyncAction.Note(ONE, new SyncNote.NoNegentropy()));
    List<LinkInput> told = told(sync.until(at(Duration.ofHours(26))));
    Now later = at(Duration.ofHours(26));
    sync.finish(dialled, told, later);
    sync.report(dialled, new LinkReport.Negentropy(false), later);
    assertThat(sync.said).doesNotContain(new SyncAction.Note(ONE, new SyncNote.NoNegentropy()));
    List<SyncAction> _ = sync.until(at(Duration.ofHours(27)));
    assertThat(sync.view(ONE, later).historyComplete())
        .hasValueSatisfying(when -> assertThat(when.nanos()).isGreaterThanOrEqualTo(later.nanos()));
  }

  @Test
  void silentResolverBansNobody() {
    Sync sync = new Sync().announce(REPO, at(0), ONE);
    Dialled dialled = sync.dialled(ONE, at(10));
    sync.tell(
        new SyncInput.DialFailed(ONE, dialled.epoch(), DialFailure.RESOLVER_SILENT, "no answer"),
        at(10));
    assertThat(sync.machine.naughty().entries(at(11))).isEmpty();
    assertThat(sync.dialled(ONE, at(30))).isNotNull();
  }

  @Test
  void answerOfAnEarlierConnectionConfirmsNothing() {
    Sync sync = new Sync().announce(REPO, at(0), ONE);
    Dialled first = sync.dialled(ONE, at(10));
    List<LinkInput> told = sync.connect(first, at(10));
    sync.tell(new SyncInput.Disconnected(ONE, first.epoch(), "lost"), at(11));
    sync.finish(first, told, at(12));
    assertThat(sync.view(ONE, at(12)).confirmed()).isZero();
    Dialled again = sync.dialled(ONE, at(30));
    assertThat(fetches(sync.connect(again, at(30)))).hasSize(2);
  }
}
