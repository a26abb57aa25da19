package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When history is asked for again, and how (sync.md, sections 4 and 7). */
final class SessionTimesTest {
  private static final RelayUrl RELAY = RelayUrl.parse("wss://one.example.org").orElseThrow();
  private static final long START = 1_700_000_000;

  private final ReadingMachine sync = SyncMachines.withBootstrap(RELAY, at(0));

  private final List<LinkInput.FetchHistory> fetches = new ArrayList<>();
  private long epoch;

  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), START + seconds);
  }

  private void tell(SyncInput input, long second) {
    for (SyncAction action : sync.on(input, at(second))) {
      switch (action) {
        case SyncAction.Dial(_, var number, _) -> epoch = number;
        case SyncAction.Tell(_, _, LinkInput.FetchHistory fetch) -> fetches.add(fetch);
        case SyncAction.Tell _, SyncAction.HangUp _, SyncAction.Note _, SyncAction.Read _ -> {}
      }
    }
  }

  private void report(LinkReport report, long second) {
    tell(new SyncInput.Reported(RELAY, epoch, report), second);
  }

  private void connect(long second) {
    tell(new SyncInput.Connected(RELAY, epoch), second);
  }

  /** Fails what is asked for; returns after how many seconds it is asked for again. */
  private long pauseAfterFailure(long second) {
    LinkInput.FetchHistory last = fetches.getLast();
    int before = fetches.size();
    report(new LinkReport.BatchFailed(last.batch(), "error: oops"), second);
    long later = second;
    while (fetches.size() == before) {
      later++;
      tell(new SyncInput.Woken(), later);
    }
    return later - second;
  }

  @Test
  void whatFailedIsAskedForAgainAfterTwiceTheTimeAndFromTheBeginningAfterSuccess() {
    tell(new SyncInput.LogRead(), 0);
    connect(1);
    List<Long> pauses = new ArrayList<>();
    long second = 10;
    for (int i = 0; i < 8; i++) {
      pauses.add(pauseAfterFailure(second));
      second += pauses.getLast() + 7;
    }
    assertThat(pauses).containsExactly(30L, 60L, 120L, 240L, 480L, 900L, 900L, 900L);
    report(new LinkReport.BatchDone(fetches.getLast().batch()), second);
    tell(new SyncInput.Woken(), 26 * 3_600);
    assertThat(fetches.getLast().source()).as("the daily sync").isEqualTo(EventSource.DAILY);
    assertThat(pauseAfterFailure(26 * 3_600 + 10)).isEqualTo(30);
  }

  /** Until when everything was here, and whether the relay compares sets. */
  private OptionalLong sinceAfterOutage(long gapSeconds, boolean compares) {
    tell(new SyncInput.LogRead(), 0);
    connect(1);
    report(new LinkReport.BatchDone(fetches.getLast().batch()), 2);
    if (compares) {
      report(new LinkReport.Negentropy(true), 2);
    }
    report(new LinkReport.CaughtUp(START + 600), 600);
    fetches.clear();
    tell(new SyncInput.Disconnected(RELAY, epoch, "lost"), 601);
    connect(600 + gapSeconds);
    assertThat(fetches).hasSize(1);
    assertThat(fetches.getFirst().source()).isEqualTo(EventSource.RECONNECT);
    return fetches.getFirst().since();
  }

  @ParameterizedTest
  @CsvSource({"5, true", "60, true", "61, false", "899, false"})
  void gapOfMoreThanAMinuteIsComparedWhereTheRelayCan(long gapSeconds, boolean paged) {
    assertThat(sinceAfterOutage(gapSeconds, true))
        .isEqualTo(paged ? OptionalLong.of(START + 600 - 900) : OptionalLong.empty());
  }

  @ParameterizedTest
  @CsvSource({"5", "61", "899"})
  void anyGapIsPagedWhereTheRelayCannotCompare(long gapSeconds) {
    assertThat(sinceAfterOutage(gapSeconds, false)).hasValue(START + 600 - 900);
  }
}
