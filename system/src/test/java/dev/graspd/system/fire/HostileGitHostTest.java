package dev.graspd.system.fire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.GitMischief;
import dev.graspd.testkit.HostileGitServer;
import dev.graspd.testkit.HostileGitServer.Repository;
import dev.graspd.testkit.HostileGitServer.Stage;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clone URLs that lead to something bad. Each is named by a repository that is served already and
 * whose next state is sought there; in the end its data comes by a push, as if nothing had been.
 */
@Timeout(120)
class HostileGitHostTest extends HostingSuite {
  /**
   * Pauses of the hunt take this much less time; time-outs of sockets do not. Held events are given
   * up after a minute: enough for a host that fails and a push, on a very busy machine.
   */
  private static final int SCALE = 30;

  private static final String PACK_BYTES_MAX = Integer.toString(8 << 20);
  private static final Duration TWO_MINUTES = Duration.ofMinutes(2);
  private static final Duration PUSH_MAX = Duration.ofSeconds(10);
  private static final String FAILED = "could not be fetched";

  private static Peer server;

  @BeforeAll
  static void start() {
    server =
        Peer.start(
            newWord(),
            Map.of(
                "NGIT_TEST_TIME_SCALE", Integer.toString(SCALE),
                "NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "false",
                "NGIT_SYNC_ALLOWED_CIDRS", "127.0.0.1/32",
                "NGIT_SYNC_ALLOW_PLAINTEXT", "true",
                "NGIT_MAX_PUSH_BYTES", PACK_BYTES_MAX,
                "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP", "1000"));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  /** A repository that is served with its first commit, and lacks its second. */
  private record Hunted(HostedRepo repo, GitClient work, String first, String second, Event state) {
    static Hunted at(HostileGitServer host, GitClient work, String first) {
      HostedRepo repo = new HostedRepo(server.uri(), newKey(), newWord());
      Event before = repo.state("main", first);
      Event state = repo.state("main", work.head());
      try (RelayClient relay = server.connect()) {
        assertThat(relay.publish(repo.announcementWith(List.of(host.url()))).accepted()).isTrue();
        assertThat(relay.publish(before).accepted()).isTrue();
        work.must("push", repo.cloneUrl(), first + ":" + MAIN);
        assertThat(relay.publish(state).message()).isEqualTo(HELD);
      }
      return new Hunted(repo, work, first, work.head(), state);
    }

    void hasNotMoved() {
      assertThat(refs(repo)).containsExactly(first + " " + MAIN);
    }

    /** What everybody could always do. */
    void takesAPush() {
      long begun = System.nanoTime();
      work.must("push", repo.cloneUrl(), MAIN);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PUSH_MAX);
      server.awaitServed(state);
      assertThat(refs(repo)).containsExactly(second + " " + MAIN);
    }
  }

  /** Two commits on main. */
  private GitClient twoCommits() {
    GitClient work = work();
    work.commit("README", newWord() + "\n");
    return work;
  }

  private static String firstOf(GitClient work) {
    return work.must("rev-parse", "HEAD^").strip();
  }

  private static Repository honest(GitClient work) {
    return new Repository(work.head(), work.pack(work.head()));
  }

  private static void failsHarmlessly(HostileGitServer host, GitClient work) {
    failsHarmlessly(host, work, firstOf(work));
  }

  /** The host fails us; the repository stays as it is, nothing is left, and a push helps. */
  private static void failsHarmlessly(HostileGitServer host, GitClient work, String first) {
    Hunted hunted = Hunted.at(host, work, first);
    server.awaitWords(URI.create(host.url()), FAILED);
    hunted.hasNotMoved();
    server.await(() -> server.quarantinedBytes() == 0);
    hunted.takesAPush();
    leavesNothing(host);
  }

  private static void leavesNothing(HostileGitServer host) {
    server.await(() -> server.quarantinedBytes() == 0);
    try {
      assertThat(host.isLeftAlone()).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void failsHarmlessly(GitMischief mischief) {
    GitClient work = twoCommits();
    try (HostileGitServer host = HostileGitServer.start(mischief, honest(work))) {
      failsHarmlessly(host, work);
    }
  }

  // ---- too much

  @Test
  void anEndlessAdvertisementIsNotReadToItsEnd() {
    failsHarmlessly(GitMischief.ENDLESS_REFS);
  }

  @Test
  void anEndlessPackIsCutAtTheLimitOfPushes() {
    failsHarmlessly(GitMischief.ENDLESS_PACK);
  }

  // ---- something else, or less

  @Test
  void aPackOfOtherObjectsIsNotTaken() {
    GitClient work = twoCommits();
    GitClient other = work();
    Repository lies = new Repository(work.head(), other.pack(other.head()));
    try (HostileGitServer host = HostileGitServer.start(GitMischief.NONE, lies)) {
      failsHarmlessly(host, work);
    }
  }

  @Test
  void aCommitWithoutItsFilesIsNotTaken() {
    GitClient work = twoCommits();
    byte[] bare = work.packOfOnly(work.head());
    try (HostileGitServer host =
        HostileGitServer.start(GitMischief.NONE, new Repository(work.head(), bare))) {
      failsHarmlessly(host, work);
    }
  }

  @Test
  void aDeltaWithoutItsBaseIsNotTaken() {
    GitClient work = work();
    String first = work.head();
    String text =
        Stream.generate(() -> newKey().publicKey().hex())
            .limit(100)
            .collect(Collectors.joining("\n"));
    String base = work.commit("file", text);
    String tip = work.commit("file", text + "\nmore");
    // The text is in the base alone, which nobody has pushed.
    byte[] thin = work.thinPack(tip, base);
    assertThat(thin.length).isLessThan(work.thinPack(tip, first).length / 2);
    try (HostileGitServer host =
        HostileGitServer.start(GitMischief.NONE, new Repository(tip, thin))) {
      failsHarmlessly(host, work, first);
    }
  }

  // ---- no

  @Test
  void aHostThatAsksForTwoMinutesGetsThem() {
    GitClient work = twoCommits();
    List<Long> visits = new CopyOnWriteArrayList<>();
    HostileGitServer.Step throttling =
        (talk, _) -> {
          visits.add(System.nanoTime());
          talk.send(
              "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n");
        };
    try (HostileGitServer host = HostileGitServer.start(honest(work), Stage.GREETING, throttling)) {
      Hunted hunted = Hunted.at(host, work, firstOf(work));
      server.await(() -> visits.size() > 2);
      for (int i = 1; i < 3; i++) {
        Duration pause = Duration.ofNanos(visits.get(i) - visits.get(i - 1)).multipliedBy(SCALE);
        // The host sees it from outside: its beginning may have been late.
        assertThat(pause).isGreaterThan(TWO_MINUTES.multipliedBy(3).dividedBy(4));
      }
      hunted.hasNotMoved();
      hunted.takesAPush();
      leavesNothing(host);
    }
  }

  @Test
  void nobodyIsLedToAPrivateAddress() throws IOException {
    GitClient work = twoCommits();
    try (ServerSocket secret = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.9"))) {
      String there =
          "http://127.0.0.9:%d/it.git/info/refs?service=git-upload-pack"
              .formatted(secret.getLocalPort());
      try (HostileGitServer host =
          HostileGitServer.start(
              honest(work), Stage.GREETING, HostileGitServer.redirectTo(there))) {
        failsHarmlessly(host, work);
      }
      secret.setSoTimeout(1);
      assertThatThrownBy(secret::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  // ---- nothing

  /** While the host says nothing, a push works; then nobody waits for the host any more. */
  private void isLeftForAPush(GitMischief mischief) {
    GitClient work = twoCommits();
    try (HostileGitServer host = HostileGitServer.start(mischief, honest(work))) {
      Hunted hunted = Hunted.at(host, work, firstOf(work));
      server.await(
          () -> host.requests().stream().filter(line -> line.startsWith("POST")).count() > 1);
      hunted.hasNotMoved();
      hunted.takesAPush();
      leavesNothing(host);
    }
  }

  @Test
  void aHostThatHangsBeforeItsAnswerIsLeftForAPush() {
    isLeftForAPush(GitMischief.SILENT_BEFORE_THE_ANSWER);
  }

  @Test
  void aHostThatHangsInTheMiddleOfItsPackIsLeftForAPush() {
    isLeftForAPush(GitMischief.SILENT_IN_THE_PACK);
  }
}
