package dev.graspd.conformance.grasp02;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers that both host a repository: what is published on one comes to the other. */
@Timeout(180)
class Grasp02SyncTest extends RelaySuite {
  private static final Duration LIVE_MAX = Duration.ofSeconds(2);
  private static final Duration NEW_REPOSITORY_MAX = Duration.ofSeconds(15);

  /** Where nothing is measured, new items need not be gathered for long. */
  private static final Map<String, String> QUICK = Map.of("NGIT_SYNC_BATCH_WINDOW_MS", "500");

  private static final Map<String, String> PAGING =
      Map.of("NGIT_SYNC_BATCH_WINDOW_MS", "500", "NGIT_SYNC_DISABLE_NEGENTROPY", "true");

  /** A server and one that follows it, with the usual settings, for all who leave both running. */
  private static Peer leader;

  private static Peer usual;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    leader = Peer.start(newWord());
    usual = leader.follower(newWord(), Map.of());
  }

  @AfterAll
  static void end() {
    Peer.close(usual, leader);
  }

  /** A repository on two servers. */
  private record Shared(HostedRepo first, HostedRepo second, GitClient work, String commit) {
    Event announcement() {
      return EventBuilder.kind(30617)
          .at(HostedRepo.now())
          .tag("d", first.identifier())
          .tag("clone", first.cloneUrl(), second.cloneUrl())
          .tag("relays", "ws://" + first.service(), "ws://" + second.service())
          .signedBy(first.owner());
    }

    /** Publishes what a repository begins with on the first server; returns both events. */
    List<Event> fill(Peer peer) {
      Event announcement = announcement();
      Event state = first.state("main", commit);
      try (RelayClient relay = peer.connect()) {
        assertThat(relay.publish(announcement).accepted()).isTrue();
        assertThat(relay.publish(state).accepted()).isTrue();
      }
      work.must("push", first.cloneUrl(), "main");
      return List.of(announcement, state);
    }

    Event issue() {
      return about("a", first.address(), 1621);
    }

    Event about(String tag, String value, int kind) {
      return EventBuilder.kind(kind).at(HostedRepo.now()).tag(tag, value).signedBy(newKey());
    }

    Event comment(Event root) {
      return EventBuilder.kind(1111)
          .at(HostedRepo.now())
          .tag("E", root.id().hex())
          .tag("e", root.id().hex())
          .signedBy(newKey());
    }
  }

  private Shared shared(Peer first, Peer second) {
    Signer owner = newKey();
    String name = newWord();
    GitClient work = GitClient.init(directory.resolve(name));
    return new Shared(
        new HostedRepo(first.uri(), owner, name),
        new HostedRepo(second.uri(), owner, name),
        work,
        work.commit("README", name + "\n"));
  }

  /** Fills the repository on the first server; the second fetches all of it. */
  private static void fillBoth(Shared repo, Peer first, Peer second) {
    second.awaitServed(repo.fill(first).toArray(new Event[0]));
  }

  private static void store(Peer peer, Event... events) {
    try (RelayClient relay = peer.connect()) {
      relay.store(events);
    }
  }

  @Test
  @Claims("G02-1")
  void aNewRepositoryComesWithItsState() {
    usual.awaitHistoryOf(leader);
    Shared repo = shared(leader, usual);
    long begun = System.nanoTime();
    List<Event> events = repo.fill(leader);
    usual.awaitServed(events.toArray(new Event[0]));
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(NEW_REPOSITORY_MAX);
  }

  @Test
  @Claims("G02-1")
  void whatIsPublishedOnOneIsOnTheOtherWithinTwoSeconds() {
    Shared repo = shared(leader, usual);
    fillBoth(repo, leader, usual);
    Event issue = repo.issue();
    store(leader, issue);
    usual.awaitServed(issue);
    Event comment = repo.comment(issue);
    store(leader, comment);
    usual.awaitServed(comment);

    assertThat(passage(leader, usual, repo.issue())).isLessThan(LIVE_MAX);
    assertThat(passage(leader, usual, repo.comment(issue))).isLessThan(LIVE_MAX);
    // The second server has told nobody of itself; the announcement names it.
    Event back = repo.issue();
    store(usual, back);
    leader.awaitServed(back);
    assertThat(passage(usual, leader, repo.issue())).isLessThan(LIVE_MAX);
  }

  /** Publishes on one server and returns how long it took to the other. */
  private static Duration passage(Peer from, Peer to, Event event) {
    try (RelayClient reader = to.connect()) {
      String filter = "{\"kinds\":[" + event.kind() + "],\"limit\":0}";
      RelayClient.Subscription live = reader.subscribe(filter);
      long begun = System.nanoTime();
      store(from, event);
      assertThat(live.upTo(event)).contains(event.id());
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  @Test
  @Claims("G02-1")
  void whatWasMissedDuringACrashIsCaughtUp() {
    catchesUpAfterACrash(QUICK);
  }

  @Test
  @Claims("G02-1")
  void historyIsPagedWhereSetsAreNotCompared() {
    catchesUpAfterACrash(PAGING);
  }

  private void catchesUpAfterACrash(Map<String, String> settings) {
    try (Peer second = leader.follower(newWord(), settings)) {
      Shared repo = shared(leader, second);
      fillBoth(repo, leader, second);
      List<Event> before = manyIssues(repo, 20);
      store(leader, before.toArray(new Event[0]));
      second.awaitServed(before.toArray(new Event[0]));

      second.kill();
      List<Event> meanwhile = manyIssues(repo, 200);
      store(leader, meanwhile.toArray(new Event[0]));
      Event comment = repo.comment(before.getFirst());
      Event reply = repo.comment(meanwhile.getLast());
      store(leader, comment, reply);
      second.startAgain();
      second.awaitServed(meanwhile.toArray(new Event[0]));
      second.awaitServed(comment, reply);
      assertThat(second.logs("NIP-77")).isFalse();
    }
  }

  private static List<Event> manyIssues(Shared repo, int count) {
    List<Event> issues = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      issues.add(repo.issue());
    }
    return issues;
  }

  @Test
  @Claims("sync-6.1")
  void aSecondFullSyncOfEqualSetsTransfersNoEvent() {
    try (Peer first = Peer.start(newWord());
        Peer second = first.follower(newWord(), QUICK)) {
      Shared repo = shared(first, second);
      fillBoth(repo, first, second);
      List<Event> issues = manyIssues(repo, 50);
      store(first, issues.toArray(new Event[0]));
      second.awaitServed(issues.toArray(new Event[0]));
      // Another one that only the first server hosts: the second refuses it once.
      HostedRepo foreign = new HostedRepo(first.uri(), newKey(), newWord());
      try (RelayClient relay = first.connect()) {
        assertThat(relay.publish(foreign.announcement()).accepted()).isTrue();
        assertThat(relay.publish(foreign.state("main", repo.commit())).accepted()).isTrue();
      }
      repo.work().must("push", foreign.cloneUrl(), "main");
      second.awaitHistoryOf(first);

      assertThat(second.terminate()).isZero();
      second.startAgain();
      second.awaitHistoryOf(first);
      long sent = first.eventsSent();
      assertThat(second.terminate()).isZero();
      second.startAgain();
      second.awaitHistoryOf(first);
      assertThat(first.eventsSent()).isEqualTo(sent);
      assertThat(sent).isPositive();
    }
  }

  @Test
  @Claims("G02-1")
  void whoIsToldNotToSyncConnectsToNobodyAndSaysSo() {
    try (ScriptedServer named = ScriptedServer.start(ScriptedServer.Conversation::drain);
        ScriptedServer other = ScriptedServer.start(ScriptedServer.Conversation::drain);
        Peer silent = Peer.start(newWord(), withBootstrap(named, "false"));
        Peer syncing = Peer.start(newWord(), withBootstrap(other, "true"))) {
      announce(silent, named);
      announce(syncing, other);
      // One that syncs has called by now.
      syncing.await(() -> other.connections() > 0);
      assertThat(named.connections()).isZero();
      assertThat(RelayInformation.of(silent.uri()).field("supported_grasps"))
          .isEqualTo(List.of("GRASP-01", "GRASP-06"));
      assertThat(RelayInformation.of(syncing.uri()).field("supported_grasps"))
          .isEqualTo(List.of("GRASP-01", "GRASP-02", "GRASP-06"));
    }
  }

  private static Map<String, String> withBootstrap(ScriptedServer relay, String enabled) {
    return Map.of(
        "NGIT_SYNC_BOOTSTRAP_RELAY_URL",
        "ws://127.0.0.1:" + relay.port(),
        "NGIT_SYNC_ENABLED",
        enabled);
  }

  private static void announce(Peer peer, ScriptedServer also) {
    HostedRepo repo = new HostedRepo(peer.uri(), newKey(), newWord());
    Event announcement =
        EventBuilder.kind(30617)
            .at(HostedRepo.now())
            .tag("d", repo.identifier())
            .tag("clone", repo.cloneUrl())
            .tag("relays", "ws://" + repo.service(), "ws://127.0.0.1:" + also.port())
            .signedBy(repo.owner());
    try (RelayClient relay = peer.connect()) {
      assertThat(relay.publish(announcement).accepted()).isTrue();
    }
  }

  @Test
  @Claims("sync-7")
  void theEndSaysGoodbyeToRelays() {
    try (Peer second = leader.follower(newWord(), QUICK)) {
      second.awaitHistoryOf(leader);
      long begun = System.nanoTime();
      assertThat(second.terminate()).isZero();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
      assertThat(second.logs("disconnected from " + leader.uri() + ": this server")).isTrue();
      assertThat(second.logs("did not")).isFalse();
    }
  }
}
