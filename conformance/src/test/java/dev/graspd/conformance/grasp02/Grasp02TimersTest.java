package dev.graspd.conformance.grasp02;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedRepo;
import dev.graspd.testkit.suite.SyncRelay;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a relay is asked when time has passed: minutes, hours and days, on a clock that is fast. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class Grasp02TimersTest extends RelaySuite {
  private static final String COMPLETE = "is complete here";
  private static final Pattern SINCE = Pattern.compile("\"since\":(\\d+)");

  /**
   * At this scale 15 minutes are 9 seconds, and what waits for git data, as everything does here,
   * is wanted for 18.
   */
  private static final int MINUTES = 100;

  /** At this scale a day is 8.6 seconds. */
  private static final int DAYS = 10_000;

  private static final Duration OVERLAP = Duration.ofMinutes(15);
  private static final Duration STALE_AFTER = Duration.ofMinutes(15);
  private static final Duration COOL_DOWN = Duration.ofSeconds(65);
  private static final Duration DAILY_MIN = Duration.ofHours(23);
  private static final Duration DAILY_MAX = Duration.ofHours(25);

  private static Peer server(int scale) {
    return Peer.start(newWord(), settings(scale));
  }

  /** A server with a relay that it follows for ever: what waits for git data would be given up. */
  private static Peer follower(SyncRelay relay) {
    SortedMap<String, String> settings = settings(DAYS);
    settings.put("NGIT_SYNC_BOOTSTRAP_RELAY_URL", relay.uri().toString());
    return Peer.start(newWord(), settings);
  }

  private static SortedMap<String, String> settings(int scale) {
    return new TreeMap<>(
        Map.of(
            "NGIT_TEST_TIME_SCALE", Integer.toString(scale),
            "NGIT_SYNC_BATCH_WINDOW_MS", "500",
            "NGIT_SYNC_BASE_BACKOFF_SECS", "1",
            "NGIT_SYNC_MAX_BACKOFF_SECS", "20"));
  }

  private static SharedRepo announce(Peer server, SyncRelay relay) {
    SharedRepo repo =
        new SharedRepo(newKey(), newWord(), List.of(server.uri()), List.of(relay.uri()));
    try (RelayClient client = server.connect()) {
      assertThat(client.publish(repo.announcement()).accepted()).isTrue();
    }
    return repo;
  }

  private static void awaitComplete(Peer server, URI relay, int times) {
    server.await(() -> server.saidOf(relay, COMPLETE) >= times);
  }

  private static boolean isComparison(SyncRelay.Asked asked) {
    return asked.is("NEG-OPEN");
  }

  // ---- reconnects

  @Test
  @Claims("sync-7")
  void afterAShortOutageOnlyWhatIsNewerIsAskedFor() throws IOException {
    try (SyncRelay relay = SyncRelay.start(SyncRelay.Line::beGood);
        Peer server = server(1)) {
      SharedRepo repo = announce(server, relay);
      awaitComplete(server, relay.uri(), 1);
      assertThat(relay.askedOn(1)).filteredOn(Grasp02TimersTest::isComparison).isNotEmpty();
      long before = now();
      relay.line().hangUp();
      awaitComplete(server, relay.uri(), 2);

      List<SyncRelay.Asked> again = relay.askedOn(2);
      assertThat(again.getFirst().isLive()).as("live before the past").isTrue();
      List<SyncRelay.Asked> past = again.stream().filter(SyncRelay.Asked::isHistoric).toList();
      assertThat(past).anyMatch(asked -> asked.isFor(30617));
      assertThat(past).anyMatch(asked -> asked.text().contains(repo.identifier()));
      assertThat(past)
          .allSatisfy(asked ->
              assertThat(since(asked))
                  .isBetween(before - OVERLAP.toSeconds() - 30, before - OVERLAP.toSeconds()));
      assertThat(again).noneMatch(Grasp02TimersTest::isComparison);
    }
  }

  private static long since(SyncRelay.Asked asked) {
    Matcher matcher = SINCE.matcher(asked.text());
    assertThat(matcher.find()).as(asked.text()).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  @Test
  @Claims("sync-7")
  void afterALongOutageNothingIsTakenForGranted() throws IOException {
    try (SyncRelay relay = SyncRelay.start(SyncRelay.Line::pageOnly);
        Peer server = server(MINUTES)) {
      SharedRepo repo = announce(server, relay);
      awaitComplete(server, relay.uri(), 1);
      relay.setBusy(true);
      long begun = System.nanoTime();
      relay.line().hangUp();
      long outage = STALE_AFTER.dividedBy(MINUTES).plusMillis(500).toNanos();
      server.await(() -> System.nanoTime() - begun > outage);
      assertThat(relay.turnedAway()).isGreaterThan(1);
      relay.setBusy(false);
      awaitComplete(server, relay.uri(), 2);

      List<SyncRelay.Asked> past =
          relay.askedOn(2).stream().filter(SyncRelay.Asked::isHistoric).toList();
      assertThat(past).anyMatch(asked -> asked.isFor(30617));
      assertThat(past).anyMatch(asked -> asked.text().contains(repo.identifier()));
      assertThat(past).noneMatch(SyncRelay.Asked::hasSince);
    }
  }

  @Test
  @Claims("sync-7")
  void afterAShortOutageARelayThatPagesIsAskedForWhatIsNewer() throws IOException {
    try (SyncRelay relay = SyncRelay.start(SyncRelay.Line::pageOnly);
        Peer server = server(MINUTES)) {
      SharedRepo _ = announce(server, relay);
      awaitComplete(server, relay.uri(), 1);
      relay.line().hangUp();
      awaitComplete(server, relay.uri(), 2);
      assertThat(relay.askedOn(1))
          .filteredOn(SyncRelay.Asked::isHistoric)
          .noneMatch(SyncRelay.Asked::hasSince);
      assertThat(relay.askedOn(2))
          .filteredOn(SyncRelay.Asked::isHistoric)
          .isNotEmpty()
          .allMatch(SyncRelay.Asked::hasSince);
      // It said so on the first connection: it is not tried on each.
      assertThat(relay.askedOn(2)).noneMatch(Grasp02TimersTest::isComparison);
    }
  }

  // ---- cool-down

  @Test
  @Claims("sync-8")
  void oneThatSaysSlowDownIsAskedNothingForAWhileAndLongerTheSecondTime() throws IOException {
    try (SyncRelay relay = SyncRelay.start(SyncRelay.Line::beGood);
        Peer server = server(MINUTES)) {
      SharedRepo _ = announce(server, relay);
      awaitComplete(server, relay.uri(), 1);
      assertThat(pauseAfterComplaint(server, relay, 1))
          .isGreaterThanOrEqualTo(COOL_DOWN.dividedBy(MINUTES));
      assertThat(pauseAfterComplaint(server, relay, 2))
          .isGreaterThanOrEqualTo(COOL_DOWN.multipliedBy(2).dividedBy(MINUTES));
      assertThat(server.saidOf(relay.uri(), "pausing for 65.0 s")).isEqualTo(1);
      assertThat(server.saidOf(relay.uri(), "pausing for 130.0 s")).isEqualTo(1);
      assertThat(relay.connections()).isEqualTo(1);
    }
  }

  /** Complains, has something new wanted, and returns when it was asked for. */
  private static Duration pauseAfterComplaint(Peer server, SyncRelay relay, int times)
      throws IOException {
    long begun = System.nanoTime();
    relay.line().send("[\"NOTICE\",\"rate-limited: slow down\"]");
    server.await(() -> server.saidOf(relay.uri(), "told us to slow down") == times);
    SharedRepo repo = announce(server, relay);
    server.await(() -> asked(relay, repo).isPresent());
    return Duration.ofNanos(asked(relay, repo).orElseThrow().atNanos() - begun);
  }

  private static Optional<SyncRelay.Asked> asked(SyncRelay relay, SharedRepo repo) {
    return relay.asked().stream()
        .filter(asked -> asked.text().contains(repo.identifier()))
        .findFirst();
  }

  // ---- once a day

  @Test
  @Claims("sync-7")
  void onceADayEverythingIsComparedWhileLiveStaysOpen() {
    try (SyncRelay relay = SyncRelay.start(SyncRelay.Line::beGood);
        Peer server = follower(relay)) {
      server.await(() -> comparisons(relay).size() > 1);

      List<SyncRelay.Asked> comparisons = comparisons(relay);
      // Not from the first comparison: that one comes late when we are busy.
      Duration day = Duration.ofNanos(comparisons.get(1).atNanos() - relay.line().openedNanos());
      assertThat(day)
          .isBetween(DAILY_MIN.dividedBy(DAYS), DAILY_MAX.dividedBy(DAYS).plusSeconds(5));
      assertThat(comparisons).noneMatch(SyncRelay.Asked::hasSince);
      assertThat(relay.connections()).isEqualTo(1);
      List<String> live =
          relay.asked().stream()
              .filter(SyncRelay.Asked::isLive)
              .map(SyncRelay.Asked::filters)
              .toList();
      assertThat(live).doesNotHaveDuplicates();
      List<String> open =
          relay.asked().stream().filter(SyncRelay.Asked::isLive).map(SyncRelay.Asked::id).toList();
      assertThat(open).isNotEmpty();
      assertThat(relay.asked()).noneMatch(asked -> asked.is("CLOSE") && open.contains(asked.id()));
    }
  }

  private static List<SyncRelay.Asked> comparisons(SyncRelay relay) {
    return relay.asked().stream().filter(Grasp02TimersTest::isComparison).toList();
  }

  @Test
  @Claims("sync-6.1")
  void onceADayARelayThatCouldNotCompareIsTriedAgain() {
    try (SyncRelay relay = SyncRelay.start(SyncRelay.Line::pageOnly);
        Peer server = follower(relay)) {
      awaitComplete(server, relay.uri(), 1);
      assertThat(comparisons(relay)).hasSize(1);
      server.await(() -> comparisons(relay).size() > 1);
      server.await(() -> pages(relay).size() > 1);
      assertThat(pages(relay)).noneMatch(SyncRelay.Asked::hasSince);
      assertThat(relay.connections()).isEqualTo(1);
    }
  }

  private static List<SyncRelay.Asked> pages(SyncRelay relay) {
    return relay.asked().stream().filter(SyncRelay.Asked::isHistoric).toList();
  }
}
