package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows and days of the sync machine (sync.md, sections 3, 7 and 8). */
final class SyncTimesTest {
  private static final RelayUrl ONE = RelayUrl.parse("wss://one.example.org").orElseThrow();
  private static final RelayUrl TWO = RelayUrl.parse("wss://two.example.org").orElseThrow();
  private static final long START = 1_700_000_000;
  private static final Duration WINDOW = Duration.ofSeconds(5);

  private final ReadingMachine machine =
      new ReadingMachine(
          new SyncSettings(
              new TreeSet<>(),
              WINDOW,
              Duration.ZERO,
              Duration.ofSeconds(2),
              500,
              Duration.ofHours(12),
              HealthSettings.DEFAULT),
          new SplittableRandom(1),
          at(0));

  /** What was said, and when. */
  private record Said(long seconds, SyncAction action) {}

  private final List<Said> said = new ArrayList<>();

  private static Now at(long seconds) {
    return new Now(seconds * 1_000_000_000, START + seconds);
  }

  private void tell(SyncInput input, long seconds) {
    until(seconds);
    machine.on(input, at(seconds)).forEach(action -> said.add(new Said(seconds, action)));
  }

  /** Wakes it whenever it wants. */
  private void until(long seconds) {
    OptionalLong wake = machine.nextWakeNanos();
    while (wake.isPresent() && wake.getAsLong() < at(seconds).nanos()) {
      long nanos = wake.getAsLong();
      Now then = new Now(nanos, START + Duration.ofNanos(nanos).toSeconds());
      machine
          .on(new SyncInput.Woken(), then)
          .forEach(action -> said.add(new Said(Duration.ofNanos(nanos).toSeconds(), action)));
      wake = machine.nextWakeNanos();
    }
  }

  private void announce(int number, long seconds, RelayUrl... relays) {
    RepoAddress repo =
        new RepoAddress(PublicKey.parse("%064x".formatted(5)), new Identifier("repo" + number));
    tell(SyncMachines.announced(repo, SyncLevel.FULL, relays), seconds);
  }

  private List<Said> dials() {
    return said.stream().filter(one -> one.action instanceof SyncAction.Dial).toList();
  }

  private long lastEpoch() {
    return ((SyncAction.Dial) dials().getLast().action).epoch();
  }

  private List<LinkInput.FetchHistory> fetchesSince(long seconds) {
    return said.stream()
        .filter(one -> one.seconds >= seconds)
        .flatMap(one ->
            one.action instanceof SyncAction.Tell(_, _, LinkInput.FetchHistory fetch)
                ? Stream.of(fetch)
                : Stream.empty())
        .toList();
  }

  private List<Long> completeAt() {
    return said.stream()
        .filter(one -> one.action instanceof SyncAction.Note(_, SyncNote.HistoryComplete _))
        .map(Said::seconds)
        .toList();
  }

  private void report(LinkReport report, long seconds) {
    tell(new SyncInput.Reported(ONE, lastEpoch(), report), seconds);
  }

  /** All that was asked for since then is here. */
  private void finish(long since, long seconds) {
    fetchesSince(since).forEach(fetch -> report(new LinkReport.BatchDone(fetch.batch()), seconds));
  }

  private RelayView view(long seconds) {
    return machine.views(at(seconds)).getFirst();
  }

  /** One relay, connected at 10 s, with its history here at 12 s. */
  private void settled() {
    tell(new SyncInput.LogRead(), 0);
    announce(1, 1, ONE);
    until(10);
    tell(new SyncInput.Connected(ONE, lastEpoch()), 10);
    finish(10, 12);
  }

  @Test
  void windowStartsAtTheFirstEventAndDoesNotRestart() {
    tell(new SyncInput.LogRead(), 0);
    until(100);
    for (int i = 0; i < 5; i++) {
      announce(1 + i, 100 + i, ONE);
    }
    announce(6, 104, TWO);
    until(105);
    assertThat(dials()).as("in the window").isEmpty();
    until(106);
    assertThat(dials()).extracting(Said::seconds).containsExactly(105L, 105L);
  }

  @Test
  void nextWindowStartsWithTheNextEvent() {
    tell(new SyncInput.LogRead(), 0);
    announce(1, 100, ONE);
    announce(2, 200, TWO);
    until(300);
    assertThat(dials()).extracting(Said::seconds).containsExactly(105L, 205L);
  }

  @Test
  void historyIsCompleteOneWindowAfterItsLastBatchEnded() {
    settled();
    until(17);
    assertThat(view(16).phase()).isEqualTo(RelayPhase.SYNCING);
    assertThat(completeAt()).isEmpty();
    until(18);
    assertThat(completeAt()).containsExactly(17L);
    assertThat(view(17).phase()).isEqualTo(RelayPhase.CONNECTED);
  }

  @Test
  void whatComesWithinTheWindowPutsOffTheEndOfHistory() {
    settled();
    announce(2, 10, ONE);
    until(16);
    assertThat(fetchesSince(15)).hasSize(1);
    until(30);
    assertThat(completeAt()).as("a batch is pending").isEmpty();
    finish(15, 30);
    until(35);
    assertThat(completeAt()).isEmpty();
    until(36);
    assertThat(completeAt()).containsExactly(35L);
  }

  @Test
  void dailySyncThatFellDueWhileTheRelayWasDownComesWithItsNextConnection() {
    settled();
    until(600);
    report(new LinkReport.CaughtUp(START + 600), 600);
    long daily = dailySeconds();
    tell(new SyncInput.Disconnected(ONE, lastEpoch(), "lost"), daily - 5);
    tell(new SyncInput.Connected(ONE, lastEpoch()), daily + 5);
    assertThat(fetchesSince(daily))
        .as("nothing is taken for granted")
        .hasSize(2)
        .allSatisfy(fetch -> {
          assertThat(fetch.since()).isEmpty();
          assertThat(fetch.source()).isEqualTo(EventSource.DAILY);
        });
    finish(daily, daily + 6);
    until(daily + Duration.ofHours(23).toSeconds());
    assertThat(fetchesSince(daily + 6)).as("the next one is a day later").isEmpty();
  }

  @Test
  void reconnectBeforeTheDailySyncIsDueCatchesUp() {
    settled();
    until(600);
    report(new LinkReport.CaughtUp(START + 600), 600);
    long daily = dailySeconds();
    tell(new SyncInput.Disconnected(ONE, lastEpoch(), "lost"), daily - 25);
    tell(new SyncInput.Connected(ONE, lastEpoch()), daily - 15);
    assertThat(fetchesSince(daily - 20))
        .singleElement()
        .satisfies(fetch -> assertThat(fetch.source()).isEqualTo(EventSource.RECONNECT));
  }

  /** When it wants to be woken next, with nothing else to do. */
  private long dailySeconds() {
    long seconds = Duration.ofNanos(machine.nextWakeNanos().orElseThrow()).toSeconds();
    assertThat(seconds).isGreaterThan(Duration.ofHours(23).toSeconds());
    return seconds;
  }

  @ParameterizedTest
  @EnumSource(names = {"DENIED", "PRIVATE_SERVICE"})
  void relayThatWeDoNotDialHasNotRefusedUs(DialFailure failure) {
    tell(new SyncInput.LogRead(), 0);
    announce(1, 1, ONE);
    until(10);
    tell(new SyncInput.DialFailed(ONE, lastEpoch(), failure, "not ours to dial"), 10);
    assertThat(view(10).health()).isEqualTo(RelayHealth.State.DISCONNECTED);
    assertThat(view(10).failures()).isZero();
    until(10 + Duration.ofHours(25).toSeconds());
    assertThat(dials())
        .extracting(Said::seconds)
        .containsExactly(6L, 10 + Duration.ofHours(24).toSeconds());
  }
}
