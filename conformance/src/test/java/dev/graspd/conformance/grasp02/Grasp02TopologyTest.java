package dev.graspd.conformance.grasp02;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.TcpProxy;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedRepo;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers that host the same repository. Its announcement names all of them; each lives at an
 * address of its own, and may only dial those that a test lets it.
 */
@Timeout(180)
class Grasp02TopologyTest extends RelaySuite {
  private static final int MANY = 2_000;
  private static final int AT_ONCE = 250;
  private static final String CONNECTED = "connected to";
  private static final Duration CAUGHT_UP_MAX = Duration.ofSeconds(30);

  /** New items need not be gathered for long. */
  private static final Map<String, String> USUAL_PAUSES =
      Map.of("NGIT_SYNC_BATCH_WINDOW_MS", "500");

  private static final Map<String, String> SHORT_PAUSES =
      Map.of(
          "NGIT_SYNC_BATCH_WINDOW_MS", "500",
          "NGIT_SYNC_BASE_BACKOFF_SECS", "1",
          "NGIT_SYNC_MAX_BACKOFF_SECS", "2");

  @TempDir Path directory;

  /** A server behind a network that can be cut; its clients are on its own side. */
  private record Node(Peer peer, TcpProxy proxy, URI service) implements AutoCloseable {
    /** Starts at this address, and dials those others only. */
    static Node start(String host, Map<String, String> settings, String... others) {
      int port = Ports.reserve();
      TcpProxy proxy = TcpProxy.before(host, port);
      SortedMap<String, String> all = new TreeMap<>(settings);
      all.put("NGIT_DOMAIN", host + ":" + proxy.port());
      all.put("NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "false");
      all.put("NGIT_SYNC_ALLOW_PLAINTEXT", "true");
      all.put(
          "NGIT_SYNC_ALLOWED_CIDRS",
          String.join(",", Stream.of(others).map(other -> other + "/32").toList()));
      URI service = URI.create("ws://" + host + ":" + proxy.port());
      return new Node(Peer.at(host, port, newWord(), all), proxy, service);
    }

    @Override
    public void close() {
      peer.close();
      proxy.close();
    }
  }

  private static final String A = "127.0.0.2";
  private static final String B = "127.0.0.3";
  private static final String C = "127.0.0.4";
  private static final String D = "127.0.0.5";

  private static SharedRepo repo(Node... nodes) {
    return new SharedRepo(
        newKey(), newWord(), Stream.of(nodes).map(Node::service).toList(), List.of());
  }

  private static void fill(SharedRepo repo, List<Event> beginning, GitClient work, Node... nodes) {
    for (Node node : nodes) {
      repo.fill(node.peer(), node.service(), work, beginning);
    }
  }

  private static List<Event> issues(SharedRepo repo, int count) {
    Signer author = newKey();
    List<Event> issues = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      issues.add(repo.issue(author, "issue " + i));
    }
    return issues;
  }

  private static void store(Node node, List<Event> events) {
    try (RelayClient relay = node.peer().connect()) {
      for (int from = 0; from < events.size(); from += AT_ONCE) {
        relay.store(events.subList(from, Math.min(events.size(), from + AT_ONCE)));
      }
    }
  }

  private static String all(SharedRepo repo) {
    return Texts.json("{'kinds':[1621],'#a':['%s'],'limit':5000}", repo.address());
  }

  /** Waits until the server serves so many issues; then it must serve exactly these. */
  private static void awaitExactly(Node node, SharedRepo repo, SortedSet<EventId> expected) {
    try (RelayClient relay = node.peer().connect()) {
      node.peer().await(() -> relay.count(all(repo)) >= expected.size());
      assertThat(new TreeSet<>(relay.query(all(repo)).ids())).isEqualTo(expected);
    }
  }

  private static SortedSet<EventId> ids(List<List<Event>> lists) {
    SortedSet<EventId> ids = new TreeSet<>();
    lists.forEach(list -> list.forEach(event -> ids.add(event.id())));
    return ids;
  }

  /** Publishes an issue on each; all of them come to all. */
  private static List<List<Event>> exchange(
      SharedRepo repo, List<List<Event>> before, Node... nodes) {
    List<List<Event>> published = new ArrayList<>(before);
    for (Node node : nodes) {
      List<Event> one = issues(repo, 1);
      store(node, one);
      published.add(one);
    }
    for (Node node : nodes) {
      awaitExactly(node, repo, ids(published));
    }
    return published;
  }

  @Test
  @Claims("G02-1")
  void theEndsOfAChainAgreeThroughCutsAndCrashes() {
    try (Node a = Node.start(A, SHORT_PAUSES, B);
        Node b = Node.start(B, SHORT_PAUSES, A, C);
        Node c = Node.start(C, SHORT_PAUSES, B)) {
      SharedRepo repo = repo(a, b, c);
      GitClient work = GitClient.init(directory.resolve("chain"));
      List<Event> beginning = repo.beginning(work.commit("README", repo.identifier()));
      fill(repo, beginning, work, a, b, c);
      List<List<Event>> published = exchange(repo, List.of(), a, b, c);
      knowsOnly(a, List.of(b), c);
      knowsOnly(c, List.of(b), a);

      published = partitionAndHeal(repo, published, a, b, c);
      killInTheMiddle(repo, published, a, b, c);
    }
  }

  /** While nobody reaches anybody, each goes on alone; then all catch up. */
  private static List<List<Event>> partitionAndHeal(
      SharedRepo repo, List<List<Event>> before, Node... nodes) {
    List<List<Event>> published = partition(repo, before, nodes);
    Stream.of(nodes).forEach(node -> node.proxy().heal());
    long healed = System.nanoTime();
    for (Node node : nodes) {
      awaitExactly(node, repo, ids(published));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - healed)).isLessThan(CAUGHT_UP_MAX);
    return published;
  }

  private static List<List<Event>> partition(
      SharedRepo repo, List<List<Event>> before, Node... nodes) {
    Stream.of(nodes).forEach(node -> node.proxy().cut());
    List<List<Event>> published = new ArrayList<>(before);
    for (Node node : nodes) {
      List<Event> own = issues(repo, 20);
      SortedSet<EventId> alone = ids(before);
      alone.addAll(ids(List.of(own)));
      store(node, own);
      published.add(own);
      awaitExactly(node, repo, alone);
    }
    return published;
  }

  /** The only way between both ends dies while thousands of events are on it. */
  private static void killInTheMiddle(
      SharedRepo repo, List<List<Event>> before, Node a, Node b, Node c) {
    List<Event> ofA = issues(repo, MANY);
    List<Event> ofC = issues(repo, MANY);
    store(a, ofA.subList(0, MANY / 2));
    store(c, ofC.subList(0, MANY / 2));
    b.peer().kill();
    store(a, ofA.subList(MANY / 2, MANY));
    store(c, ofC.subList(MANY / 2, MANY));
    b.peer().startAgain();
    List<List<Event>> published = new ArrayList<>(before);
    published.add(ofA);
    published.add(ofC);
    for (Node node : List.of(a, b, c)) {
      awaitExactly(node, repo, ids(published));
    }
  }

  @Test
  @Claims("G02-1")
  void aRingOfOneWayLinksIsEnoughAlsoForOneThatComesLate() {
    try (Node a = Node.start(A, SHORT_PAUSES, B);
        Node b = Node.start(B, SHORT_PAUSES, C);
        Node d = Node.start(D, SHORT_PAUSES, A);
        Node c = Node.start(C, withBootstrap(d), D)) {
      // One is announced before it is there; what B has reaches A at once, and what A has reaches
      // B through D and that one only.
      SharedRepo repo = repo(a, b, c, d);
      c.peer().kill();
      GitClient work = GitClient.init(directory.resolve("ring"));
      List<Event> beginning = repo.beginning(work.commit("README", repo.identifier()));
      fill(repo, beginning, work, a, b, d);
      List<Event> early = issues(repo, 50);
      store(a, early);
      b.peer().awaitWords(c.service(), "failed, attempt 2");
      c.peer().startAgain();
      // Its git data comes by itself, too.
      c.peer().awaitServed(beginning.toArray(new Event[0]));
      List<List<Event>> published = exchange(repo, List.of(early), a, b, c, d);
      assertThat(published).hasSize(5);
      knowsOnly(a, List.of(b), c, d);
      knowsOnly(b, List.of(c), a, d);
      knowsOnly(c, List.of(d), a, b);
      knowsOnly(d, List.of(a), b, c);
    }
  }

  private static Map<String, String> withBootstrap(Node node) {
    SortedMap<String, String> settings = new TreeMap<>(SHORT_PAUSES);
    settings.put("NGIT_SYNC_BOOTSTRAP_RELAY_URL", node.service().toString());
    return settings;
  }

  /** What is at a leaf comes to another leaf through the hub, and from nowhere else. */
  @Test
  @Claims({"G02-1", "sync-7"})
  void theLeavesOfAStarAgreeSoonAfterAnOutageWithTheUsualPauses() {
    try (Node hub = Node.start(A, USUAL_PAUSES, B, C, D);
        Node b = Node.start(B, USUAL_PAUSES, A);
        Node c = Node.start(C, USUAL_PAUSES, A);
        Node d = Node.start(D, USUAL_PAUSES, A)) {
      SharedRepo repo = repo(hub, b, c, d);
      GitClient work = GitClient.init(directory.resolve("star"));
      List<Event> beginning = repo.beginning(work.commit("README", repo.identifier()));
      fill(repo, beginning, work, hub, b, c, d);
      List<List<Event>> published = exchange(repo, List.of(), hub, b, c, d);

      published = partition(repo, published, hub, b, c, d);
      long before = b.peer().saidOf(hub.service(), CONNECTED);
      Stream.of(hub, b, c, d).forEach(node -> node.proxy().heal());
      b.peer().await(() -> b.peer().saidOf(hub.service(), CONNECTED) > before);
      long reconnected = System.nanoTime();
      for (Node node : List.of(hub, b, c, d)) {
        awaitExactly(node, repo, ids(published));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - reconnected)).isLessThan(CAUGHT_UP_MAX);
      knowsOnly(b, List.of(hub), c, d);
      knowsOnly(c, List.of(hub), b, d);
      knowsOnly(d, List.of(hub), b, c);
    }
  }

  /** One server has connected to these, and never to those others. */
  private static void knowsOnly(Node node, List<Node> known, Node... others) {
    assertThat(known).allMatch(one -> node.peer().saidOf(one.service(), CONNECTED) > 0);
    assertThat(others).allMatch(one -> node.peer().saidOf(one.service(), CONNECTED) == 0);
  }
}
