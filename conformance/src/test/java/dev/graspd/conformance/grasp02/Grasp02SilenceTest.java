package dev.graspd.conformance.grasp02;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.TcpProxy;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedRepo;
import dev.graspd.testkit.suite.SyncRelay;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is closed and nothing is said; a server that is well behind a network notices. */
@Timeout(120)
class Grasp02SilenceTest extends RelaySuite {
  /** At this scale a relay is dead after 2 seconds of silence, and an answer late after 4. */
  private static final String SCALE = "30";

  /** Waiting for a relay that says nothing would take longer. */
  private static final Duration LIVE_MAX = Duration.ofSeconds(3);

  @TempDir static Path directory;
  private static TcpProxy network;
  private static Peer good;
  private static Peer server;
  private static SharedRepo shared;

  /** Where the good relay is found, through the network. */
  private static URI goodService;

  @BeforeAll
  static void start() {
    int port = Ports.reserve();
    network = TcpProxy.before("127.0.0.1", port);
    String authority = "127.0.0.1:" + network.port();
    goodService = URI.create("ws://" + authority);
    good =
        Peer.at(
            "127.0.0.1",
            port,
            newWord(),
            Map.of("NGIT_DOMAIN", authority, "NGIT_SYNC_ENABLED", "false"));
    server =
        Peer.start(
            newWord(),
            Map.of(
                "NGIT_TEST_TIME_SCALE", SCALE,
                "NGIT_TEST_LINK_TIME_SCALE", SCALE,
                "NGIT_SYNC_BASE_BACKOFF_SECS", "1"));
    shared = new SharedRepo(newKey(), newWord(), List.of(server.uri(), goodService), List.of());
    GitClient work = GitClient.init(directory.resolve("work"));
    List<Event> beginning = shared.beginning(work.commit("README", shared.identifier()));
    shared.fill(good, goodService, work, beginning);
    shared.fill(server, server.uri(), work, beginning);
  }

  @AfterAll
  static void end() {
    Peer.close(server, good);
    if (network != null) {
      network.close();
    }
  }

  private static void publish(List<Event> events) {
    try (RelayClient relay = good.connect()) {
      relay.store(events);
    }
  }

  /** Publishes an issue on the good relay and returns how long it took to the server. */
  private static Duration passage() {
    Event issue = shared.issue(newKey(), "on its way");
    try (RelayClient reader = server.connect()) {
      RelayClient.Subscription live = reader.subscribe("{\"kinds\":[1621],\"limit\":0}");
      long begun = System.nanoTime();
      publish(List.of(issue));
      assertThat(live.upTo(issue)).contains(issue.id());
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  @Test
  @Claims("sync-7")
  void aNetworkThatLosesEverythingAndTellsNobodyIsNoticedAndMadeUpFor() {
    assertThat(passage()).isPositive();
    network.lose();
    Signer author = newKey();
    List<Event> meanwhile = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      meanwhile.add(shared.issue(author, "issue " + i));
    }
    publish(meanwhile);
    server.awaitWords(goodService, "silent for 60 s");
    Event[] issues = meanwhile.toArray(new Event[0]);
    try (RelayClient client = server.connect()) {
      assertThat(client.query(Texts.only(issues)).ids()).isEmpty();
    }

    network.heal();
    server.awaitServed(issues);
    assertThat(passage()).isLessThan(LIVE_MAX);
  }

  @Test
  @Claims("sync-6.2")
  void oneThatRefusesAllLiveRequestsDoesNotWantUs() {
    try (SyncRelay relay =
        SyncRelay.start((line, asked) -> {
          if (asked.isLive()) {
            line.closed(asked, "restricted: members only");
          } else {
            line.beGood(asked);
          }
        })) {
      announce(relay);
      server.awaitWords(relay.uri(), "refuses us: restricted: members only");
      assertThat(passage()).isLessThan(LIVE_MAX);
      assertThat(relay.connections()).isEqualTo(1);
    }
  }

  /** A common policy: filters that name neither kinds nor authors are refused. */
  @Test
  @Claims("sync-6.2")
  void oneThatRefusesFiltersWithoutKindsIsAskedWithThem() {
    try (SyncRelay relay =
        SyncRelay.start((line, asked) -> {
          if (asked.is("REQ") && !asked.text().contains("\"kinds\"")) {
            line.closed(asked, "blocked: an author must be specified");
          } else {
            line.pageOnly(asked);
          }
        })) {
      SharedRepo repo =
          new SharedRepo(newKey(), newWord(), List.of(server.uri()), List.of(relay.uri()));
      GitClient work = GitClient.init(directory.resolve(repo.identifier()));
      List<Event> beginning = repo.beginning(work.commit("README", repo.identifier()));
      repo.fill(server, server.uri(), work, beginning);
      server.awaitHistoryOf(relay.uri());
      server.await(() ->
          relay.asked().stream()
              .anyMatch(asked -> asked.isLive() && asked.text().matches(".*1621.*\"#a\".*")));
      assertThat(relay.connections()).isEqualTo(1);
      assertThat(server.logs(relay.uri() + " refuses us")).isFalse();
    }
  }

  @Test
  @Claims({"sync-6.2", "sync-7"})
  void oneThatNeverSaysThatThisWasAllIsAskedAgainLaterAndHarmsNobody() {
    Event list =
        EventBuilder.kind(10317)
            .at(HostedRepo.now())
            .tag("g", "wss://a.example")
            .signedBy(newKey());
    AtomicBoolean mended = new AtomicBoolean();
    try (SyncRelay relay =
        SyncRelay.start((line, asked) -> {
          if (asked.isHistoric() && asked.isFor(10317)) {
            line.event(asked.id(), list);
          }
          if (!asked.is("REQ") || mended.get()) {
            line.pageOnly(asked);
          }
        })) {
      announce(relay);
      server.await(() -> relay.asked().stream().anyMatch(SyncRelay.Asked::isHistoric));
      assertThat(passage()).isLessThan(LIVE_MAX);
      server.awaitWords(relay.uri(), "again in 30.0 s: no EOSE within 120 s");
      // Events that had come until then count.
      server.awaitServed(list);

      mended.set(true);
      server.awaitHistoryOf(relay.uri());
      assertThat(relay.asked())
          .as("the request that was given up is closed")
          .anyMatch(asked -> asked.is("CLOSE") && asked.id().equals(firstRequest(relay)));
      assertThat(relay.connections()).isEqualTo(1);
    }
  }

  private static String firstRequest(SyncRelay relay) {
    return relay.asked().stream()
        .filter(SyncRelay.Asked::isHistoric)
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static void announce(SyncRelay relay) {
    SharedRepo repo =
        new SharedRepo(newKey(), newWord(), List.of(server.uri()), List.of(relay.uri()));
    try (RelayClient client = server.connect()) {
      assertThat(client.publish(repo.announcement()).accepted()).isTrue();
    }
  }
}
