package dev.graspd.conformance.grasp02;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.GitHost;
import dev.graspd.testkit.suite.GitHost.Part;
import dev.graspd.testkit.suite.GitHost.Reply;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.SharedRepo;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Git data that events wait for is sought where they say that it is. A minute of the hunt passes in
 * 300 milliseconds; the sockets' own time is not shortened.
 */
@Timeout(120)
@Claims("G02-2")
class Grasp02HuntTest extends HostingSuite {
  private static final int SCALE = 200;
  private static final Duration A_PUSH_IS_AWAITED = Duration.ofMinutes(3);
  private static final Duration SLOWNESS = Duration.ofMillis(200);

  /** A push that waited for a hanging host would take half a minute. */
  private static final Duration PUSH_MAX = Duration.ofSeconds(10);

  private static Peer server;

  @BeforeAll
  static void start() {
    server = Peer.start(newWord(), scaled(SCALE));
  }

  @AfterAll
  static void end() {
    Peer.close(server);
  }

  private static Map<String, String> scaled(int scale) {
    return Map.of(
        "NGIT_TEST_TIME_SCALE",
        Integer.toString(scale),
        "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP",
        "1000");
  }

  /** After fetches that were kept, called off or cut off, nothing stays that belongs to nobody. */
  @AfterEach
  void nothingIsLeftInQuarantine() {
    server.await(() -> server.quarantinedBytes() == 0);
  }

  private static HostedRepo repoOn(Peer peer) {
    return new HostedRepo(peer.uri(), newKey(), newWord());
  }

  private static void hold(Peer peer, Event... events) {
    try (RelayClient relay = peer.connect()) {
      for (Event event : events) {
        assertThat(relay.publish(event).message()).startsWith(HELD);
      }
    }
  }

  /** Announces a repository with a state that is nowhere but at these places. */
  private static List<Event> seek(Peer peer, HostedRepo repo, List<String> places, String... refs) {
    List<Event> events = List.of(repo.announcementWith(places), repo.state(refs));
    hold(peer, events.toArray(new Event[0]));
    return events;
  }

  private static void awaitServed(List<Event> events) {
    server.awaitServed(events.toArray(new Event[0]));
  }

  private static String ref(String commit, String name) {
    return commit + " " + name;
  }

  /** Real time, as the server's timers see it. */
  private static Duration scaledNanos(long nanos) {
    return Duration.ofNanos(nanos).multipliedBy(SCALE);
  }

  // ---- where it may be

  @Test
  void aStateComesFirstAndItsDataFollowsFromAnotherServer() {
    try (Peer other = Peer.start(newWord())) {
      SharedRepo repo =
          new SharedRepo(newKey(), newWord(), List.of(server.uri(), other.uri()), List.of());
      GitClient work = work();
      List<Event> beginning = repo.beginning(work.head());
      repo.fill(other, other.uri(), work, beginning);

      hold(server, beginning.getFirst());
      awaitServed(beginning);
      HostedRepo here = new HostedRepo(server.uri(), repo.owner(), repo.identifier());
      assertThat(refs(here)).containsExactly(ref(work.head(), MAIN));
      GitClient clone = GitClient.at(directory.resolve("clone"));
      clone.must("clone", "-q", here.cloneUrl(), ".");
      assertThat(clone.head()).isEqualTo(work.head());
      clone.must("fsck", "--strict");
    }
  }

  @Test
  void theDataOfAClientsStateIsSoughtAfterThreeMinutes() {
    try (GitHost host = GitHost.start()) {
      HostedRepo repo = repoOn(server);
      GitClient work = work();
      long sent = System.nanoTime();
      List<Event> events = seek(server, repo, List.of(host.show("it", work)), "main", work.head());
      awaitServed(events);
      assertThat(refs(repo)).containsExactly(ref(work.head(), MAIN));
      long asked = host.asked(Part.GREETING).getFirst().atNanos();
      assertThat(scaledNanos(asked - sent)).isGreaterThanOrEqualTo(A_PUSH_IS_AWAITED);
      assertThat(host.asked(Part.PACK)).hasSize(1);
    }
  }

  @Test
  void deadSlowAndWrongPlacesDoNotKeepItFromTheRightOne() {
    // Places are tried in the order of their names.
    List<GitHost> hosts =
        Stream.generate(GitHost::start)
            .limit(4)
            .sorted(Comparator.comparing(host -> host.url("it")))
            .toList();
    GitClient work = work();
    hosts.getFirst().close();
    try (GitHost slow = hosts.get(1);
        GitHost wrong = hosts.get(2);
        GitHost right = hosts.get(3)) {
      slow.show("it", work());
      slow.behave(_ -> {
        LockSupport.parkNanos(SLOWNESS.toNanos());
        return Reply.SERVE;
      });
      right.show("it", work);
      HostedRepo repo = repoOn(server);
      awaitServed(
          seek(
              server,
              repo,
              hosts.stream().map(host -> host.url("it")).toList(),
              "main",
              work.head()));
      assertThat(refs(repo)).containsExactly(ref(work.head(), MAIN));
      assertThat(slow.asked(Part.GREETING)).isNotEmpty();
      assertThat(wrong.asked(Part.GREETING)).isNotEmpty();
    }
  }

  @Test
  void whatIsSpreadOverThreePlacesIsPutTogether() {
    GitClient work = work();
    String main = work.head();
    work.must("checkout", "-q", "-b", "dev");
    String dev = work.commit("dev", "dev\n");
    work.must("checkout", "-q", "-b", "topic", "main");
    String topic = work.commit("topic", "topic\n");
    try (GitHost first = GitHost.start();
        GitHost second = GitHost.start();
        GitHost third = GitHost.start()) {
      List<String> places =
          List.of(
              first.show("it", only(work, "main")),
              second.show("it", only(work, "dev")),
              third.show("it", only(work, "topic")));
      HostedRepo repo = repoOn(server);
      awaitServed(seek(server, repo, places, "main", main, "dev", dev, "topic", topic));
      assertThat(refs(repo))
          .containsExactly(
              ref(dev, "refs/heads/dev"), ref(main, MAIN), ref(topic, "refs/heads/topic"));
    }
  }

  private GitClient only(GitClient work, String branch) {
    GitClient part = GitClient.init(directory.resolve(newWord()));
    part.must(
        "fetch", "-q", "--update-head-ok", work.directory().toString(), branch + ":" + branch);
    return part;
  }

  @Test
  void aPullRequestsCommitIsFetchedFromWhereItsAuthorSays() {
    HostedRepo repo = repoOn(server);
    GitClient work = work();
    String base = work.head();
    hold(server, repo.announcement(), repo.state("main", base));
    work.must("push", repo.cloneUrl(), "main");
    String tip = work.commit("change", "a change\n");
    try (GitHost fork = GitHost.start()) {
      Event request = repo.pullRequestFrom(fork.show("fork", work), newKey(), tip);
      hold(server, request);
      server.awaitServed(request);
      assertThat(refs(repo))
          .containsExactly(ref(base, MAIN), ref(tip, "refs/nostr/" + request.id()));
    }
  }

  /** GRASP-05 servers keep what is offered to others under their contributors' names. */
  @Test
  void aPullRequestsCommitIsFetchedFromWhereAnotherServerKeepsItsContributorsRefs() {
    HostedRepo repo = repoOn(server);
    GitClient work = work();
    String base = work.head();
    hold(server, repo.announcement(), repo.state("main", base));
    work.must("push", repo.cloneUrl(), "main");
    String tip = work.commit("change", "a change\n");
    Signer contributor = newKey();
    String name = "prs/" + Bech32.npub(contributor.publicKey()) + "/" + repo.identifier();
    try (GitHost elsewhere = GitHost.start()) {
      Event request = repo.pullRequestFrom(elsewhere.url(name), contributor, tip);
      String ref = "refs/nostr/" + request.id();
      GitClient kept = GitClient.init(directory.resolve("kept"));
      kept.must("fetch", "-q", work.directory().toString(), "main:" + ref);
      assertThat(elsewhere.show(name, kept)).isEqualTo(elsewhere.url(name));
      hold(server, request);
      server.awaitServed(request);
      assertThat(refs(repo)).containsExactly(ref(base, MAIN), ref(tip, ref));
      assertThat(elsewhere.asked(Part.PACK)).hasSize(1);
    }
  }

  // ---- when it does not come at once

  @Test
  void itIsSoughtAgainAfterGrowingPauses() {
    GitClient work = work();
    AtomicInteger visits = new AtomicInteger();
    try (GitHost host = GitHost.start()) {
      String place = host.show("it", work());
      host.behave(asked -> {
        if (asked.part() == Part.GREETING && visits.incrementAndGet() == 4) {
          host.show("it", work);
        }
        return Reply.SERVE;
      });
      HostedRepo repo = repoOn(server);
      awaitServed(seek(server, repo, List.of(place), "main", work.head()));
      List<GitHost.Asked> asked = host.asked(Part.GREETING);
      assertThat(pause(asked, 1)).isGreaterThan(nearly(Duration.ofSeconds(20)));
      assertThat(pause(asked, 2)).isGreaterThan(nearly(Duration.ofSeconds(40)));
      assertThat(pause(asked, 3)).isGreaterThan(nearly(Duration.ofSeconds(80)));
      server.await(() -> server.logs(repo.identifier() + " is complete, attempts: 4"));
    }
  }

  private static Duration pause(List<GitHost.Asked> asked, int after) {
    return scaledNanos(asked.get(after).atNanos() - asked.get(after - 1).atNanos());
  }

  /** The host sees a pause from outside: its beginning may have been late. */
  private static Duration nearly(Duration pause) {
    return pause.multipliedBy(3).dividedBy(4);
  }

  @Test
  void aCrashInTheMiddleIsMadeGoodByTheNextStart() {
    GitClient work = work();
    try (GitHost host = GitHost.start(asked -> hangAt(Part.PACK, asked))) {
      HostedRepo repo = repoOn(server);
      List<Event> events = seek(server, repo, List.of(host.show("it", work)), "main", work.head());
      server.await(() -> !host.asked(Part.PACK).isEmpty());
      server.kill();
      host.behave(_ -> Reply.SERVE);
      server.startAgain();
      awaitServed(events);
      assertThat(refs(repo)).containsExactly(ref(work.head(), MAIN));
    }
  }

  private static Reply hangAt(Part part, GitHost.Asked asked) {
    return asked.part() == part ? Reply.HANG : Reply.SERVE;
  }

  @Test
  void aFetchIsCalledOffWhenNothingWaitsForItAnyMore() {
    // Half an hour passes in 4.5 seconds: enough to reach the host, however busy we are.
    try (Peer brief = Peer.start(newWord(), scaled(2 * SCALE));
        GitHost host = GitHost.start(asked -> hangAt(Part.PACK, asked))) {
      GitClient work = work();
      HostedRepo repo = repoOn(brief);
      List<Event> events = seek(brief, repo, List.of(host.show("it", work)), "main", work.head());
      brief.await(() -> host.left() == 1);
      brief.await(() -> brief.quarantinedBytes() == 0);
      assertThat(refs(repo)).isEmpty();
      try (RelayClient relay = brief.connect()) {
        assertThat(relay.query(Texts.only(events.getLast())).ids()).isEmpty();
      }
    }
  }

  @Test
  void aPushOfWhatIsBeingFetchedWinsAndDoesNotWait() {
    GitClient work = work();
    try (GitHost host = GitHost.start(asked -> hangAt(Part.PACK, asked))) {
      HostedRepo repo = repoOn(server);
      List<Event> events = seek(server, repo, List.of(host.show("it", work)), "main", work.head());
      server.await(() -> !host.asked(Part.PACK).isEmpty());
      long begun = System.nanoTime();
      work.must("push", repo.cloneUrl(), "main");
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PUSH_MAX);
      awaitServed(events);
      assertThat(refs(repo)).containsExactly(ref(work.head(), MAIN));
      server.await(() -> host.left() == 1);
    }
  }
}
