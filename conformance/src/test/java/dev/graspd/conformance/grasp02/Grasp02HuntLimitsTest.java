package dev.graspd.conformance.grasp02;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.GitHost;
import dev.graspd.testkit.suite.GitHost.Part;
import dev.graspd.testkit.suite.GitHost.Reply;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much a git host is asked, as it sees it. */
@Timeout(120)
@Claims("G02-2")
class Grasp02HuntLimitsTest extends HostingSuite {
  private static final Duration SLOWNESS = Duration.ofMillis(10);

  private static final Map<String, String> MANY =
      Map.of(
          "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP", "1000",
          "NGIT_MAX_EVENTS_PER_MINUTE", "10000");

  private static Map<String, String> manyAnd(String... settings) {
    SortedMap<String, String> all = new TreeMap<>(MANY);
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return all;
  }

  // ---- politeness

  private static final int SCALE = 20;
  private static final int REPOSITORIES = 60;
  private static final int AT_A_TIME_MAX = 5;
  private static final int A_MINUTE_MAX = 30;

  /** The host sees a minute from outside: its first request may have come late. */
  private static final Duration NEARLY_A_MINUTE = Duration.ofSeconds(45);

  @Test
  void aHostIsAskedByFiveAtATimeAndThirtyTimesAMinuteUntilAllIsHere() {
    GitClient work = work();
    try (Peer server =
            Peer.start(newWord(), manyAnd("NGIT_TEST_TIME_SCALE", Integer.toString(SCALE)));
        GitHost host = GitHost.start(_ -> slowly())) {
      List<Event> states = seekMany(server, host, work);
      // After a start nobody waits for pushes: all of them are sought at the same time.
      server.kill();
      server.startAgain();
      server.awaitServed(states.toArray(new Event[0]));
      assertThat(mostAtATime(host)).isBetween(2, AT_A_TIME_MAX);
      assertThat(mostWithin(NEARLY_A_MINUTE.dividedBy(SCALE), host.asked(Part.GREETING)))
          .isLessThanOrEqualTo(A_MINUTE_MAX);
      assertThat(host.asked(Part.PACK)).hasSize(REPOSITORIES);
    }
  }

  private static Reply slowly() {
    LockSupport.parkNanos(SLOWNESS.toNanos());
    return Reply.SERVE;
  }

  private static List<Event> seekMany(Peer server, GitHost host, GitClient work) {
    List<Event> states = new ArrayList<>();
    try (RelayClient relay = server.connect()) {
      for (int i = 0; i < REPOSITORIES; i++) {
        HostedRepo repo = new HostedRepo(server.uri(), newKey(), newWord());
        Event state = repo.state("main", work.head());
        String place = host.show(repo.identifier(), work);
        assertThat(relay.publish(repo.announcementWith(List.of(place))).message()).isEqualTo(HELD);
        assertThat(relay.publish(state).message()).isEqualTo(HELD);
        states.add(state);
      }
    }
    return states;
  }

  /** A fetch lasts from its first request to its pack. */
  private static int mostAtATime(GitHost host) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    for (GitHost.Done pack : host.done()) {
      if (pack.asked().part() == Part.PACK) {
        changes.merge(beginOf(pack, host), 1, Integer::sum);
        changes.merge(pack.atNanos(), -1, Integer::sum);
      }
    }
    int now = 0;
    int most = 0;
    for (int change : changes.values()) {
      now += change;
      most = Math.max(most, now);
    }
    return most;
  }

  private static long beginOf(GitHost.Done pack, GitHost host) {
    return host.asked(Part.GREETING).stream()
        .filter(asked -> asked.name().equals(pack.asked().name()))
        .mapToLong(GitHost.Asked::atNanos)
        .min()
        .orElseThrow();
  }

  private static int mostWithin(Duration window, List<GitHost.Asked> asked) {
    return asked.stream()
        .mapToInt(first ->
            (int)
                asked.stream()
                    .mapToLong(one -> one.atNanos() - first.atNanos())
                    .filter(nanos -> nanos >= 0 && nanos < window.toNanos())
                    .count())
        .max()
        .orElse(0);
  }

  // ---- bursts

  private static final int FAMILIES = 20;
  private static final int MAINTAINERS = 10;

  /** The host is slow to say what it has: the burst is over by then, however busy we are. */
  @Test
  void aBurstOfStatesIsOneFetchForEachIdentifier() {
    GitClient work = work();
    List<String> tips = tips(work);
    CountDownLatch burst = new CountDownLatch(1);
    List<Signer> maintainers = Stream.generate(RelaySuite::newKey).limit(MAINTAINERS).toList();
    try (Peer source =
            Peer.start(
                newWord(), manyAnd("NGIT_RELAY_ACCEPT", "all", "NGIT_SYNC_ENABLED", "false"));
        Peer server = source.follower(newWord(), manyAnd("NGIT_MAINTAINER_MODE", "listed"));
        GitHost host = GitHost.start(_ -> serveAfter(burst))) {
      List<Event> announcements = new ArrayList<>();
      List<Event> states = new ArrayList<>();
      List<Event> newest = new ArrayList<>();
      for (int i = 0; i < FAMILIES; i++) {
        HostedRepo repo = new HostedRepo(server.uri(), newKey(), newWord());
        String place = host.show(repo.identifier(), work);
        announcements.add(announcement(repo, place, source, maintainers));
        for (int k = 0; k < MAINTAINERS; k++) {
          states.add(repo.of(maintainers.get(k)).state("main", work.head(), "b" + k, tips.get(k)));
        }
        newest.add(states.getLast());
      }
      try (RelayClient relay = source.connect()) {
        relay.store(states);
        relay.store(announcements);
      }
      server.awaitHeld(announcements.size() + states.size());
      burst.countDown();
      server.awaitServed(announcements.toArray(new Event[0]));
      server.awaitServed(newest.toArray(new Event[0]));
      server.awaitHeld(0);
      assertThat(host.asked(Part.PACK)).hasSize(FAMILIES);
    }
  }

  private static Reply serveAfter(CountDownLatch latch) {
    try {
      assertThat(latch.await(Peer.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      return Reply.SERVE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reply.NOT_FOUND;
    }
  }

  private static List<String> tips(GitClient work) {
    List<String> tips = new ArrayList<>();
    for (int k = 0; k < MAINTAINERS; k++) {
      work.must("checkout", "-q", "-b", "b" + k, "main");
      tips.add(work.commit("file" + k, "of " + k + "\n"));
    }
    work.must("checkout", "-q", "main");
    return tips;
  }

  private static Event announcement(
      HostedRepo repo, String place, Peer source, List<Signer> maintainers) {
    return EventBuilder.kind(30617)
        .at(HostedRepo.now())
        .tag("d", repo.identifier())
        .tag("clone", repo.cloneUrl(), place)
        .tag("relays", "ws://" + repo.service(), source.uri().toString())
        .tag(
            Stream.concat(
                    Stream.of("maintainers"),
                    maintainers.stream().map(one -> one.publicKey().hex()))
                .toArray(String[]::new))
        .signedBy(repo.owner());
  }
}
